// Sample responses of the control API: what a second sandbox, with the same world, responds to the commands on the page.

import { ENDPOINTS } from "../../contract/endpoints.ts";
import { createWorld, type World } from "../../world/world.ts";
import type { Worlds } from "../../world/worlds.ts";
import { headersOf } from "../code/sent-request.ts";
import {
  type CallValues,
  type DocumentedCall,
  exampleValues,
  fillCall,
  isStream,
} from "./calls.ts";
import type { SendRequest } from "./try/try.ts";

/** A sandbox that nothing else uses. */
export interface Scratch {
  readonly api: { readonly fetch: SendRequest };
  readonly hosted: { readonly fetch: SendRequest };
  readonly worlds: Worlds;
}

export interface Sample {
  readonly status: number;
  /** The body: undefined if there is none, text if it is not JSON. */
  readonly body: unknown;
  /** Whether lists or lines were left out. */
  readonly isShort: boolean;
}

const MOST_LINES = 20;
const MOST_CHARACTERS = 4_000;

/** Takes a sample of each operation, by its name. The world itself does not change. */
export async function takeSamples(
  world: World,
  operations: readonly DocumentedCall[],
  scratch: Scratch,
): Promise<ReadonlyMap<string, Sample>> {
  // Why: faults would delay or drop the samples. Their list is made from the source.
  const state = { ...world.state, faults: [] };
  const copy = createWorld(world.name, state, () => scratch.worlds.now());
  scratch.worlds.adopt(copy);
  await ping(copy, scratch);
  const calls = operations.filter((call) => !isStream(call));
  const isRead = ({ method, path }: (typeof calls)[number]) =>
    method === "GET" || path.endsWith("/replay");
  const samples = new Map<string, Sample>();
  // Why: others change the world, so that nothing would be left to read.
  for (const call of [...calls.filter(isRead), ...calls.filter((one) => !isRead(one))]) {
    const request = copy.journal.newest() ?? "";
    const values: CallValues = { ...exampleValues(call), "path.request": request };
    const { method, path, body } = fillCall(call, values);
    const response = await scratch.hosted.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method,
        headers: headersOf(undefined, body),
        body: body ?? null,
      }),
    );
    const text = await response.text();
    // Why: an operation whose example the world lacks gets an error, which is no sample.
    if (response.ok) samples.set(call.operationId, shorten(response.status, text));
  }
  return samples;
}

/** Makes a request for the journal. */
async function ping(world: World, { api }: Scratch): Promise<void> {
  const { path } = ENDPOINTS.ping;
  const headers = headersOf(world.advertisedKey()?.key, undefined);
  await (
    await api.fetch(new Request(`http://127.0.0.1/w/${world.name}${path}`, { headers }))
  ).text();
}

function shorten(status: number, text: string): Sample {
  if (text === "") return { status, body: undefined, isShort: false };
  try {
    const body = JSON.parse(text, (_name, value) => (isList(value) ? value.slice(0, 1) : value));
    const length = JSON.stringify(body).length;
    return {
      status,
      body: length > MOST_CHARACTERS ? flatten(body) : body,
      isShort: length !== text.length,
    };
  } catch {
    const lines = text.split("\n");
    const body = lines.slice(0, MOST_LINES).join("\n");
    return { status, body, isShort: lines.length > MOST_LINES };
  }
}

const isList = (value: unknown): value is object[] =>
  Array.isArray(value) && typeof value[0] === "object";

/** The members of an object that are not objects. */
function flatten(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== "object"));
}
