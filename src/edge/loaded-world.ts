// A world in memory: created by a call, or read from storage. It keeps the seeds that it was created from, even if
// the Worker now has others.
import * as v from "valibot";
import { SeedsSchema } from "../persist/format.ts";
import { readJson, SavedPartError, type SavedParts } from "../persist/parts.ts";
import { createSaver, readSavedWorld, type Saver } from "../persist/save-parts.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { InvalidSeedsError } from "../seeds/diagnostics/invalid-seeds-error.ts";
import type { Seeds } from "../seeds/read/entries.ts";
import type { Making } from "../world/changes/making.ts";
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
  /** Saves the changes since the last save. `isApi`: a request to the API caused them. Throws `FullError`. */
  save(isApi: boolean): void;
}

/** Where a world is stored, and what is known before it is loaded. */
export interface WorldStore {
  readonly parts: Parts;
  /** The host's name that follows the worlds' names in their addresses, if any. */
  readonly hostName: string | undefined;
  /** How many requests of its journal are stored. */
  readonly keptRequests: number;
  /** Finds seeds by their hash, as JSON. */
  findSeeds(hash: string): Promise<string | undefined>;
}

const ABOUT = "about";
/** The changes on top of its scenario, if there are any. */
const OVERLAY = "overlay";
const STATE = "state/";
const NOTHING: ReadonlyMap<string, string> = new Map();

/** The errors if this version of the Worker cannot read what another version stored. */
const RESTORE_ERRORS = [SavedPartError, InvalidSeedsError, InvalidChangeError];

/**
 * Creates a world, and responds as the control API does. `loaded` is missing if the response is an error. Throws
 * `FullError`.
 */
export async function makeStoredWorld(
  { about, body, origin }: MakeWorldMessage,
  store: WorldStore,
  known?: LoadedWorld,
): Promise<{ readonly response: Response; readonly loaded?: LoadedWorld }> {
  const sandbox = known?.sandbox ?? openSandbox(about, SEEDS, store);
  sandbox.advertise(addressesAt(origin));
  const headers = {
    // Runtime: the engine adds no `Host` to a request that was created here.
    Host: new URL(origin).host,
    Authorization: `Bearer ${about.secret}`,
    "Content-Type": "application/json",
  };
  const asked = { method: "PUT", headers, body: JSON.stringify(body) };
  const url = `${origin}/_sandbox/worlds/${about.name}`;
  const response = await sandbox.hosted.fetch(new Request(url, asked));
  if (response.status === 201) {
    return { response, loaded: storeAll(about, sandbox, store, { overlay: body.seeds }) };
  }
  return known === undefined ? { response } : { response, loaded: known };
}

/** Loads the stored world. Returns undefined if there is none. */
export async function loadWorld(store: WorldStore): Promise<LoadedWorld | undefined> {
  const parts = store.parts.read();
  const stored = parts.get(ABOUT);
  if (stored === undefined) return undefined;
  const about = v.parse(AboutSchema, JSON.parse(stored));
  return (await restore(about, parts, store)) ?? startAgain(about, parts, store);
}

/** Restores a world. Returns undefined if this version of the Worker cannot read what another version stored. */
async function restore(
  about: About,
  parts: SavedParts,
  store: WorldStore,
): Promise<LoadedWorld | undefined> {
  const state = partsUnder(STATE, parts);
  try {
    const seeds =
      about.seeds === HASH
        ? SEEDS
        : readJson(SeedsSchema, await store.findSeeds(about.seeds), "seeds");
    const sandbox = openSandbox(about, seeds, store);
    const beneath = sandbox.worlds.layerOf(about.scenario);
    const making = wantedOf(about, parts.get(OVERLAY));
    const layer = applyToLayer(beneath, making.wanted.seeds, about.madeAt);
    sandbox.worlds.adopt(readSavedWorld(about.name, layer, systemTime, state), making);
    const saver = saverOf(about, sandbox, store, state);
    return { about, sandbox, save: (isApi) => store.parts.writeAll(saver.save, isApi) };
  } catch (error) {
    // Why: any other error is a bug, and must not delete the world.
    if (RESTORE_ERRORS.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

function wantedOf({ scenario, ttl }: About, overlay?: string): Making {
  const wanted = {
    ...(scenario !== undefined && { scenario }),
    ...(overlay !== undefined && { seeds: JSON.parse(overlay) }),
    ...(ttl !== undefined && { ttl }),
  };
  return { wanted };
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
    restartedAt: now,
  };
  const sandbox = openSandbox(about, SEEDS, store);
  sandbox.worlds.create(about.name, sandbox.worlds.layerOf(about.scenario), wantedOf(about));
  return storeAll(about, sandbox, store, { before: parts });
}

/** Stores a new world, and deletes what was stored before. */
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
  { parts, keptRequests }: WorldStore,
  saved: SavedParts,
): Saver {
  return createSaver(
    () => worlds.find(name),
    (part, json) => parts.write(STATE + part, json),
    saved,
    keptRequests,
  );
}

function openSandbox(about: About, seeds: Seeds, { hostName }: WorldStore): Sandbox {
  return createSandbox({
    seeds: { seeds, diagnostics: [] },
    loadedAt: about.madeAt,
    maxWorlds: 1,
    onlyMade: true,
    host: hostName === undefined ? about.name : `${about.name}.${hostName}`,
    // Why: secrets were replaced by their hashes, and only the hashes are known here.
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
