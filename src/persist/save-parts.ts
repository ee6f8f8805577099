// A world ⇄ its saved parts. It is saved part by part, as it changes: the log of its changes, its clock and counters, and
// its last requests. save-whole.ts writes all parts at once.
import type { Layer } from "../seeds/resolve/layer.ts";
import type { SystemTime } from "../world/clock.ts";
import type { Exchange } from "../world/journal/exchange.ts";
import { CountersSchema, type SavedCounters } from "../world/saved-counters.ts";
import { createWorld, type World } from "../world/world.ts";
import { logChanges, replayChanges } from "./change-log.ts";
import type { SavedRequest } from "./format.ts";
import { COUNTERS, type PutPart, REQUEST, readJson, type SavedParts } from "./parts.ts";
import {
  exchangesOf,
  lastRequests,
  readRequests,
  SAVED_REQUESTS,
  saveRequest,
} from "./requests.ts";

export interface Saver {
  /** Writes the parts that have changed since the last save. If a write throws, the rest is written next time. */
  save(): void;
}

// With more characters than this, a request replaces the oldest one.
const FULL_CHARACTERS = 1_000_000;
// Why: a request may be longer than the one that it replaces, and to delete another one is another write.
const MOST_CHARACTERS = 1_300_000;

/**
 * Creates the saver of the world that `find` returns. `write` gets each changed part, or undefined to delete it. If the
 * world was read, `parts` are its saved parts. `keptRequests` is how many requests of the journal are saved.
 */
export function createSaver(
  find: () => World | undefined,
  write: PutPart,
  parts: SavedParts = new Map(),
  keptRequests = SAVED_REQUESTS,
): Saver {
  const stored = new Set(parts.keys());
  let unwritten = new Map<string, string | undefined>();
  let world = parts.size > 0 ? find() : undefined;
  let savers = world && createSavers(world, parts);
  return {
    save() {
      const found = find();
      if (found !== world) {
        world = found;
        // Why: a reset creates another world, of which nothing is saved yet.
        unwritten = new Map(Array.from(stored, (part) => [part, undefined]));
        savers = found && createSavers(found, new Map());
      }
      for (const save of savers ?? []) save();
      for (const [part, json] of unwritten) {
        write(part, json);
        unwritten.delete(part);
        if (json === undefined) stored.delete(part);
        else stored.add(part);
      }
    },
  };

  function createSavers(owner: World, saved: SavedParts): readonly (() => void)[] {
    // Why: after a reset `unwritten` is another map, so what a late request changes in the old world is not written.
    const own = unwritten;
    const put: PutPart = (part, json) => {
      if (json !== undefined || stored.has(part)) own.set(part, json);
      else own.delete(part);
    };
    return [logChanges(owner, saved, put), createRequestSaver(owner, saved, put, keptRequests)];
  }
}

/**
 * Creates what saves the last requests of a world that have a response, and its counters. Both are one part, because a
 * sandbox at the edge pays for each part that is written.
 */
function createRequestSaver(
  world: World,
  parts: SavedParts,
  put: PutPart,
  keptRequests: number,
): () => void {
  const { journal } = world;
  const requests = readRequests(parts);
  const known = parts.size > 0 ? readCounters(parts, requests) : undefined;
  let saves = known?.counters.saves ?? 0;
  /** The part with the current counters, and these as JSON. */
  let partWithCounters = known?.part;
  let saved = known && JSON.stringify({ ...known.counters, saves: undefined });
  /** The part of each saved request by its number, and its length. */
  const slots = new Map<number, { readonly part: string; readonly length: number }>();
  for (const [index, part] of [...requests.keys()].entries()) {
    slots.set(journal.numbers.first + index, { part, length: parts.get(part)?.length ?? 0 });
  }
  /** The highest number of a request that was saved, and is not any more. */
  let forgotten = -1;

  return () => {
    const { first } = journal.numbers;
    for (const number of slots.keys()) if (number < first) remove(number);
    const counters = world.save();
    // Contract: every saved world has this part, even if a request has the current counters.
    if (partWithCounters === undefined) saveCounters(counters);
    for (const [number, exchange] of [...lastRequests(world, keptRequests)].reverse()) {
      if (number > forgotten && !slots.has(number)) saveFinished(number, exchange, counters);
    }
    while (slots.size > keptRequests || total() > MOST_CHARACTERS) remove(oldest());
    const isSaved = partWithCounters !== undefined && JSON.stringify(counters) === saved;
    if (!isSaved) saveCounters(counters);
  };

  function saveCounters(counters: SavedCounters): void {
    put(COUNTERS, JSON.stringify(noteCounters(COUNTERS, counters)));
  }

  function saveFinished(number: number, exchange: Exchange, counters: SavedCounters): void {
    const isFull = slots.size >= keptRequests || total() > FULL_CHARACTERS;
    const part = (isFull && release(oldest())) || freePart();
    const record = noteCounters(part, counters);
    const json = JSON.stringify({ ...saveRequest(exchange, number), record });
    slots.set(number, { part, length: json.length });
    put(part, json);
  }

  /** Notes that a part has the current counters, and returns them. */
  function noteCounters(part: string, counters: SavedCounters): SavedCounters {
    partWithCounters = part;
    saved = JSON.stringify(counters);
    return { ...counters, saves: ++saves };
  }

  function remove(number: number): void {
    const part = release(number);
    if (part === partWithCounters) partWithCounters = undefined;
    if (part !== undefined) put(part, undefined);
  }

  /** Forgets a request, and returns its part. */
  function release(number: number): string | undefined {
    const part = slots.get(number)?.part;
    slots.delete(number);
    forgotten = Math.max(forgotten, number);
    return part;
  }

  function oldest(): number {
    return Math.min(...slots.keys());
  }

  function freePart(): string {
    const used = new Set(Array.from(slots.values(), ({ part }) => part));
    let slot = 0;
    while (used.has(REQUEST + slot)) slot++;
    return REQUEST + slot;
  }

  function total(): number {
    let sum = 0;
    for (const { length } of slots.values()) sum += length;
    return sum;
  }
}

/** Reads a world from all parts that were saved of it, for the same layer. Throws `SavedPartError`. */
export function readSavedWorld(
  name: string,
  layer: Layer,
  system: SystemTime,
  parts: SavedParts,
): World {
  const requests = readRequests(parts);
  return createWorld(name, layer, system, undefined, {
    state: replayChanges(parts, layer),
    counters: readCounters(parts, requests).counters,
    requests: exchangesOf(requests),
  });
}

/** The current counters, and the part that has them. Throws `SavedPartError`. */
function readCounters(
  parts: SavedParts,
  requests: ReadonlyMap<string, SavedRequest>,
): { readonly part: string; readonly counters: SavedCounters } {
  let latest = {
    part: COUNTERS,
    counters: readJson(CountersSchema, parts.get(COUNTERS), COUNTERS),
  };
  for (const [part, { record: counters }] of requests) {
    if (counters === undefined) continue;
    if ((counters.saves ?? 0) > (latest.counters.saves ?? 0)) latest = { part, counters };
  }
  return latest;
}
