// Saves a world part by part: after each request, what that has changed and nothing else. Where it is written
// is not known here; restore-world.ts makes the world again.
import type { World } from "../world/world.ts";
import { saveRequest } from "./request.ts";
import { createLayerSaver } from "./save-layer.ts";
import type { PutPart, SavedParts } from "./saved-part.ts";
import { BUCKET, CLOCK, FAULT, FORMER_KEYS, REQUEST, type SavedBucket } from "./world-parts.ts";

export interface Saver {
  /** Writes the parts that have changed since the last time. What a write that throws left out is written next time. */
  save(): void;
}

/** How many requests of the journal are saved; where they are long, as many of the last as take so many signs. */
const SAVED_REQUESTS = 100;
const SAVED_SIGNS = 1_000_000;

/**
 * Makes the saver of the world that `find` finds, or of none; `write` is told of each part that changed, with
 * undefined where it is to be deleted. Where that world was restored, `parts` are those that it was restored from.
 */
export function createSaver(
  find: () => World | undefined,
  write: PutPart,
  parts: SavedParts = new Map(),
): Saver {
  const kept = new Set(parts.keys());
  const unwritten = new Map<string, string | undefined>();
  let world = parts.size > 0 ? find() : undefined;
  let savers = world ? createSavers(world, parts, put) : [];
  return {
    save() {
      const found = find();
      // Why: a reset makes another world, of which nothing is saved yet.
      if (found !== world) {
        for (const part of kept) put(part, undefined);
        savers = found ? createSavers(found, new Map(), put) : [];
        world = found;
      }
      for (const save of savers) save();
      for (const [part, json] of unwritten) {
        write(part, json);
        unwritten.delete(part);
      }
    },
  };

  function put(part: string, json: string | undefined): void {
    if (json === undefined && !kept.delete(part)) return;
    if (json !== undefined) kept.add(part);
    unwritten.set(part, json);
  }
}

type Save = () => void;

function createSavers(world: World, parts: SavedParts, put: PutPart): Save[] {
  const last = parts.size > 0 ? world.state : world.blueprint;
  const saveState = createLayerSaver(world.blueprint, last, parts, put);
  return [
    () => saveState(world.state),
    createSmallSaver(world, parts, put),
    createBucketSaver(world, parts, put),
    createRequestSaver(world, parts, put),
  ];
}

function createSmallSaver(world: World, parts: SavedParts, put: PutPart): Save {
  let last: SavedParts = parts.size > 0 ? writeSmall(world) : new Map();
  return () => {
    // Why: to write them anew takes less than to know whether they have changed.
    const texts = writeSmall(world);
    for (const part of last.keys()) if (!texts.has(part)) put(part, undefined);
    for (const [part, text] of texts) if (last.get(part) !== text) put(part, text);
    last = texts;
  };
}

function writeSmall({ clock, formerKeys, faults }: World): Map<string, string> {
  const texts = new Map([[CLOCK, JSON.stringify(clock.save())]]);
  if (formerKeys.length > 0) texts.set(FORMER_KEYS, JSON.stringify(formerKeys));
  for (const [index, fault] of faults.save().entries()) {
    if (fault) texts.set(`${FAULT}${index + 1}`, JSON.stringify(fault));
  }
  return texts;
}

function createBucketSaver({ rateLimiter }: World, parts: SavedParts, put: PutPart): Save {
  const last = new Map<string, SavedBucket>();
  if (parts.size > 0) for (const [key, bucket] of rateLimiter.save()) last.set(key, { ...bucket });
  return () => {
    for (const [key, { tokens, at }] of rateLimiter.save()) {
      const before = last.get(key);
      if (before?.tokens === tokens && before.at === at) continue;
      last.set(key, { tokens, at });
      put(BUCKET + key, JSON.stringify({ tokens, at }));
    }
  };
}

function createRequestSaver({ journal }: World, parts: SavedParts, put: PutPart): Save {
  let { first, next } = parts.size > 0 ? journal.numbers : { first: 0, next: 0 };
  // Why: what a restored world has not answered, it never will.
  let unanswered: readonly number[] = [];
  const lengths = new Map<number, number>();
  for (let n = first; n < next; n++) lengths.set(n, parts.get(REQUEST + n)?.length ?? 0);

  function save(number: number): void {
    const exchange = journal.numbered(number);
    if (exchange === undefined) return;
    const json = JSON.stringify(saveRequest(exchange));
    lengths.set(number, json.length);
    put(REQUEST + number, json);
  }

  /** Takes away those before a number. */
  function cut(from: number): void {
    for (; first < Math.min(from, next); first++) {
      lengths.delete(first);
      put(REQUEST + first, undefined);
    }
    first = Math.max(first, from);
  }

  return () => {
    const { numbers } = journal;
    cut(Math.max(numbers.first, numbers.next - SAVED_REQUESTS));
    const waited = unanswered.filter((number) => number >= first);
    const isWaiting = (number: number) => journal.numbered(number)?.place === 0;
    for (const number of waited) if (!isWaiting(number)) save(number);
    const come: number[] = [];
    for (next = Math.max(next, first); next < numbers.next; next++) come.push(next);
    come.forEach(save);
    let signs = [...lengths.values()].reduce((sum, length) => sum + length, 0);
    while (signs > SAVED_SIGNS) {
      signs -= lengths.get(first) ?? 0;
      cut(first + 1);
    }
    unanswered = [...waited, ...come].filter(isWaiting);
  };
}
