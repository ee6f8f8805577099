// A world in memory: made as its maker asks, or restored from what is stored of it. It stays on the seeds that
// it was made from, whichever the Worker comes with by now.
import * as v from "valibot";
import { SavedPartError, type SavedParts } from "../persist/parts.ts";
import { restoreWorld } from "../persist/restore-world.ts";
import { createSaver, type Saver } from "../persist/save-world.ts";
import { readSeeds } from "../persist/saved-seeds.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { InvalidSeedsError } from "../seeds/diagnostics/invalid-seeds-error.ts";
import type { Seeds } from "../seeds/read/entries.ts";
import { applyToLayer } from "../world/changes/overlay.ts";
import { systemTime } from "../world/clock.ts";
import { InvalidChangeError } from "../world/invalid-change.ts";
import { addressesAt } from "./find-world.ts";
import { logBug } from "./log.ts";
import { type About, AboutSchema, type MakeWorldMessage } from "./messages.ts";
import type { Parts } from "./parts.ts";
import { HASH, SEEDS } from "./seeds.js";

export interface LoadedWorld {
  readonly about: About;
  readonly sandbox: Sandbox;
  /** Saves what has changed since the last time. `isApi`: a request to the API changed it. Throws `FullError`. */
  save(isApi: boolean): void;
}

/** Where a world is stored, and what is known without it. */
export interface WorldStore {
  readonly parts: Parts;
  /** The host's name that follows the worlds' names in their addresses, if any. */
  readonly hostName: string | undefined;
  /** Finds seeds by their hash, as JSON. */
  findSeeds(hash: string): Promise<string | undefined>;
}

const ABOUT = "about";
/** What is applied on top of the scenario that it is made from, if anything. */
const OVERLAY = "overlay";
const STATE = "state/";
const NOTHING: ReadonlyMap<string, string> = new Map();

/** What is thrown if this version of the Worker can't read what another has stored. */
const RESTORE_ERRORS = [SavedPartError, InvalidSeedsError, InvalidChangeError];

/** Makes a world, and responds as the control API does; `loaded` is missing if the response is an error. Throws `FullError`. */
export async function makeStoredWorld(
  { about, body, origin }: MakeWorldMessage,
  store: WorldStore,
): Promise<{ readonly response: Response; readonly loaded?: LoadedWorld }> {
  const sandbox = openSandbox(about, SEEDS, store);
  sandbox.advertise(addressesAt(origin));
  const headers = {
    // Runtime: the engine adds no host to a request that it did not receive.
    Host: new URL(origin).host,
    Authorization: `Bearer ${about.secret}`,
    "Content-Type": "application/json",
  };
  const asked = { method: "POST", headers, body: JSON.stringify({ ...body, name: about.name }) };
  const response = await sandbox.hosted.fetch(new Request(`${origin}/_sandbox/worlds`, asked));
  return response.status === 201
    ? { response, loaded: storeAll(about, sandbox, store, { overlay: body.seeds }) }
    : { response };
}

/** Loads the world that is stored; undefined if there is none. */
export async function loadWorld(store: WorldStore): Promise<LoadedWorld | undefined> {
  const parts = store.parts.read();
  const stored = parts.get(ABOUT);
  if (stored === undefined) return undefined;
  const about = v.parse(AboutSchema, JSON.parse(stored));
  const seeds = about.seeds === HASH ? SEEDS : await findOld(about.seeds, store);
  return (seeds && restore(about, seeds, parts, store)) ?? startAgain(about, parts, store);
}

async function findOld(hash: string, { findSeeds }: WorldStore): Promise<Seeds | undefined> {
  const json = await findSeeds(hash);
  return json === undefined ? undefined : readSeeds(json);
}

/** Restores a world; undefined if this version of the Worker can't read what another has stored. */
function restore(
  about: About,
  seeds: Seeds,
  parts: SavedParts,
  store: WorldStore,
): LoadedWorld | undefined {
  const state = partsUnder(STATE, parts);
  try {
    const sandbox = openSandbox(about, seeds, store);
    const beneath = sandbox.worlds.layerOf(about.scenario);
    const overlay = parts.get(OVERLAY);
    const layer =
      overlay === undefined ? beneath : applyToLayer(beneath, JSON.parse(overlay), about.madeAt);
    sandbox.worlds.adopt(restoreWorld(about.name, layer, systemTime, state));
    const saver = saverOf(about, sandbox, store, state);
    return { about, sandbox, save: (isApi) => store.parts.writeAll(saver.save, isApi) };
  } catch (error) {
    // Why: what else is thrown is a bug, for which nobody is to lose a world.
    if (RESTORE_ERRORS.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

/** Makes a world of the Worker's seeds in place of one that can't be restored; its state says so. */
function startAgain(old: About, parts: SavedParts, store: WorldStore): LoadedWorld {
  const now = systemTime();
  const { scenario = "", ...rest } = old;
  const isThere = SEEDS.scenarios.some(({ name }) => name === scenario);
  const about = {
    ...rest,
    ...(isThere && { scenario }),
    madeAt: now,
    seeds: HASH,
    begunAnewAt: now,
  };
  const sandbox = openSandbox(about, SEEDS, store);
  sandbox.worlds.create(about.name, sandbox.worlds.layerOf(about.scenario));
  return storeAll(about, sandbox, store, { before: parts });
}

/** Stores all of a new world, in place of what was stored before. */
function storeAll(
  about: About,
  sandbox: Sandbox,
  store: WorldStore,
  { before = NOTHING, overlay }: { before?: SavedParts; overlay?: unknown },
): LoadedWorld {
  const { write, writeAll } = store.parts;
  const saver = saverOf(about, sandbox, store, NOTHING);
  writeAll(() => {
    for (const part of before.keys()) write(part, undefined);
    write(ABOUT, JSON.stringify(about));
    if (overlay !== undefined) write(OVERLAY, JSON.stringify(overlay));
    saver.save();
  });
  return { about, sandbox, save: (isApi) => writeAll(saver.save, isApi) };
}

function saverOf(
  { name }: About,
  { worlds }: Sandbox,
  { parts }: WorldStore,
  saved: SavedParts,
): Saver {
  return createSaver(
    () => worlds.find(name),
    (part, json) => parts.write(STATE + part, json),
    saved,
  );
}

function openSandbox(about: About, seeds: Seeds, { hostName }: WorldStore): Sandbox {
  return createSandbox({
    seeds: { seeds, diagnostics: [] },
    loadedAt: about.madeAt,
    maxWorlds: 1,
    onlyMade: true,
    host: hostName === undefined ? about.name : `${about.name}.${hostName}`,
    // Why: what comes in as a secret is handed on as its hash, and only that is known here.
    controlToken: about.secret,
    tokenName: "the world's secret",
    formSecret: new TextEncoder().encode(about.formSecret),
    onRequest: logBug,
  });
}

function partsUnder(beginning: string, parts: SavedParts): SavedParts {
  const found = [...parts].filter(([part]) => part.startsWith(beginning));
  return new Map(found.map(([part, json]) => [part.slice(beginning.length), json]));
}
