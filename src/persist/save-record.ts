// Saves what each request changes: the record of the world's clock and counters, and the request itself. Both are one
// part, because a sandbox at the edge pays for each part that is written.
import type { Exchange } from "../world/journal/exchange.ts";
import type { World } from "../world/world.ts";
import type { PutPart, SavedParts } from "./parts.ts";
import { readRecord, readRequests, saveRequest } from "./request.ts";
import { RECORD, REQUEST, type SavedRecord } from "./world-parts.ts";

// With more characters than this, a request replaces the oldest one.
const FULL_CHARACTERS = 1_000_000;
// Why: a request may be longer than the one that it replaces, and to delete another one is another write.
const MOST_CHARACTERS = 1_300_000;

/** Creates what saves the record of a world, and its last requests that have a response. */
export function createRecordSaver(
  world: World,
  parts: SavedParts,
  put: PutPart,
  keptRequests: number,
): () => void {
  const { journal } = world;
  const requests = readRequests(parts);
  const restored = parts.size > 0 ? readRecord(parts, requests) : undefined;
  let saves = restored?.record.saves ?? 0;
  /** The part with the current record, and that record as JSON. */
  let holder = restored?.part;
  let saved = restored && JSON.stringify({ ...restored.record, saves: undefined });
  /** The length of each part with a request, the oldest first. */
  const lengths = new Map<string, number>();
  for (const part of requests.keys()) lengths.set(part, parts.get(part)?.length ?? 0);
  /** The requests without a response, by their numbers. */
  const waiting = new Map<number, Exchange>();
  let next = restored ? journal.numbers.next : 0;
  let { era } = journal;

  return () => {
    if (journal.era !== era) clear();
    const record = writeRecord(world);
    // Contract: every saved world has this part, even if a request has the current record.
    if (holder === undefined) saveRecord(record);
    for (const [number, exchange] of takeFinished()) saveFinished(exchange, number, record);
    for (const part of lengths.keys()) {
      if (lengths.size <= keptRequests && total() <= MOST_CHARACTERS) break;
      forget(part);
    }
    if (holder === undefined || JSON.stringify(record) !== saved) saveRecord(record);
  };

  function saveRecord(record: SavedRecord): void {
    put(RECORD, JSON.stringify(hold(RECORD, record)));
  }

  function saveFinished(exchange: Exchange, number: number, record: SavedRecord): void {
    const [oldest] = lengths.keys();
    const isFull = lengths.size >= keptRequests || total() > FULL_CHARACTERS;
    const part = isFull && oldest !== undefined ? oldest : freePart();
    const json = JSON.stringify({ ...saveRequest(exchange, number), record: hold(part, record) });
    // Why: deleted first, because it is the newest now.
    lengths.delete(part);
    lengths.set(part, json.length);
    put(part, json);
  }

  /** Notes that a part has the current record, and returns it. */
  function hold(part: string, record: SavedRecord): SavedRecord {
    holder = part;
    saved = JSON.stringify(record);
    return { ...record, saves: ++saves };
  }

  function forget(part: string): void {
    if (part === holder) holder = undefined;
    lengths.delete(part);
    put(part, undefined);
  }

  function clear(): void {
    era = journal.era;
    waiting.clear();
    for (const part of lengths.keys()) forget(part);
  }

  function freePart(): string {
    let slot = 0;
    while (lengths.has(REQUEST + slot)) slot++;
    return REQUEST + slot;
  }

  function total(): number {
    let sum = 0;
    for (const length of lengths.values()) sum += length;
    return sum;
  }

  /** The last requests that got a response since the last save, by their numbers. */
  function takeFinished(): (readonly [number, Exchange])[] {
    const { first, next: end } = journal.numbers;
    for (next = Math.max(next, first); next < end; next++) {
      const exchange = journal.numbered(next);
      if (exchange !== undefined) waiting.set(next, exchange);
    }
    const finished = [...waiting].filter(([, { place }]) => place > 0);
    for (const [number] of finished) waiting.delete(number);
    return finished.slice(Math.max(0, finished.length - keptRequests));
  }
}

/** Writes the clock and the counters of a world. */
export function writeRecord({ start, clock, rateLimiter, faults, madeCounts }: World): SavedRecord {
  const counted = faults.save().flatMap((fault, index) => (fault ? [[index, fault]] : []));
  return {
    start,
    clock: clock.save(),
    buckets: Object.fromEntries(rateLimiter.save()),
    faults: Object.fromEntries(counted),
    ...(madeCounts && (madeCounts.requests > 0 || madeCounts.forms > 0) && { made: madeCounts }),
  };
}
