// A world in memory: made as its maker asks, or restored from what was kept of it. It stays on the seeds that
// it was made from, whichever the Worker comes with by now.
import * as v from "valibot";
import { SavedPartError, type SavedParts } from "../persist/parts.ts";
import { restoreWorld } from "../persist/restore-world.ts";
import { createSaver, type Saver } from "../persist/save-world.ts";
import { readSeeds } from "../persist/saved-seeds.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { InvalidSeedsError } from "../seeds/diagnostics/invalid-seeds-error.ts";
import type { Seeds } from "../seeds/read/entries.ts";
import { InvalidChangeError, layOver } from "../world/changes/overlay.ts";
import { systemTime } from "../world/clock.ts";
import { addressesAt } from "./find-world.ts";
import { logBug } from "./log.ts";
import { type About, AboutSchema, type MakeWorldMessage } from "./messages.ts";
import type { Parts } from "./parts.ts";
import { HASH, SEEDS } from "./seeds.js";

export interface AwakeWorld {
  readonly about: About;
  readonly sandbox: Sandbox;
  /** Keeps what has changed since the last time, by a request to the API or another. Throws `FullError`. */
  save(isApi: boolean): void;
}

/** Where a world is kept, and what is known without it. */
export interface Bed {
  readonly parts: Parts;
  /** What worlds stand in front of in an address, if anything. */
  readonly hostName: string | undefined;
  /** Finds seeds by their hash, as JSON. */
  findSeeds(hash: string): Promise<string | undefined>;
}

const ABOUT = "about";
/** What is applied on top of the scenario that it is made from, if anything. */
const OVERLAY = "overlay";
const STATE = "state/";
const NOTHING: ReadonlyMap<string, string> = new Map();

/** What is thrown if this version of the Worker can't read what another has kept. */
const RESTORE_ERRORS = [SavedPartError, InvalidSeedsError, InvalidChangeError];

/** Makes a world, and answers as the control API does; there is none where that is a refusal. Throws `FullError`. */
export async function makeAwake(
  { about, body, origin }: MakeWorldMessage,
  bed: Bed,
): Promise<{ readonly answer: Response; readonly awake?: AwakeWorld }> {
  const sandbox = openSandbox(about, SEEDS, bed);
  sandbox.advertise(addressesAt(origin));
  const headers = {
    // Runtime: the engine adds no host to a request that it did not receive.
    Host: new URL(origin).host,
    Authorization: `Bearer ${about.secret}`,
    "Content-Type": "application/json",
  };
  const asked = { method: "POST", headers, body: JSON.stringify({ ...body, name: about.name }) };
  const answer = await sandbox.hosted.fetch(new Request(`${origin}/_sandbox/worlds`, asked));
  return answer.status === 201
    ? { answer, awake: keep(about, sandbox, bed, { overlay: body.seeds }) }
    : { answer };
}

/** Wakes the world that is kept; undefined where there is none. */
export async function wakeWorld(bed: Bed): Promise<AwakeWorld | undefined> {
  const parts = bed.parts.read();
  const kept = parts.get(ABOUT);
  if (kept === undefined) return undefined;
  const about = v.parse(AboutSchema, JSON.parse(kept));
  const seeds = about.seeds === HASH ? SEEDS : await findOld(about.seeds, bed);
  return (seeds && restore(about, seeds, parts, bed)) ?? beginAnew(about, parts, bed);
}

async function findOld(hash: string, { findSeeds }: Bed): Promise<Seeds | undefined> {
  const json = await findSeeds(hash);
  return json === undefined ? undefined : readSeeds(json);
}

/** Restores a world; undefined where this version of the Worker can't read what another has kept. */
function restore(about: About, seeds: Seeds, parts: SavedParts, bed: Bed): AwakeWorld | undefined {
  const state = partsBehind(STATE, parts);
  try {
    const sandbox = openSandbox(about, seeds, bed);
    const beneath = sandbox.worlds.layerOf(about.scenario);
    const overlay = parts.get(OVERLAY);
    const blueprint =
      overlay === undefined ? beneath : layOver(beneath, JSON.parse(overlay), about.madeAt);
    sandbox.worlds.adopt(restoreWorld(about.name, blueprint, systemTime, state));
    const saver = saverOf(about, sandbox, bed, state);
    return { about, sandbox, save: (isApi) => bed.parts.writeAll(saver.save, isApi) };
  } catch (error) {
    // Why: what else is thrown is a bug, for which nobody is to lose a world.
    if (RESTORE_ERRORS.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

/** Makes a world of the Worker's seeds in the place of one that can't be restored, which its state tells. */
function beginAnew(old: About, parts: SavedParts, bed: Bed): AwakeWorld {
  const now = systemTime();
  const { scenario = "", ...kept } = old;
  const isThere = SEEDS.scenarios.some(({ name }) => name === scenario);
  const about = {
    ...kept,
    ...(isThere && { scenario }),
    madeAt: now,
    seeds: HASH,
    begunAnewAt: now,
  };
  const sandbox = openSandbox(about, SEEDS, bed);
  sandbox.worlds.create(about.name, sandbox.worlds.layerOf(about.scenario));
  return keep(about, sandbox, bed, { before: parts });
}

/** Keeps all of a new world, in the place of what was kept before. */
function keep(
  about: About,
  sandbox: Sandbox,
  bed: Bed,
  { before = NOTHING, overlay }: { before?: SavedParts; overlay?: unknown },
): AwakeWorld {
  const { write, writeAll } = bed.parts;
  const saver = saverOf(about, sandbox, bed, NOTHING);
  writeAll(() => {
    for (const part of before.keys()) write(part, undefined);
    write(ABOUT, JSON.stringify(about));
    if (overlay !== undefined) write(OVERLAY, JSON.stringify(overlay));
    saver.save();
  });
  return { about, sandbox, save: (isApi) => writeAll(saver.save, isApi) };
}

function saverOf({ name }: About, { worlds }: Sandbox, { parts }: Bed, kept: SavedParts): Saver {
  return createSaver(
    () => worlds.find(name),
    (part, json) => parts.write(STATE + part, json),
    kept,
  );
}

function openSandbox(about: About, seeds: Seeds, { hostName }: Bed): Sandbox {
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

function partsBehind(beginning: string, parts: SavedParts): SavedParts {
  const found = [...parts].filter(([part]) => part.startsWith(beginning));
  return new Map(found.map(([part, json]) => [part.slice(beginning.length), json]));
}
