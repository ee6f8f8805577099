// Saved parts → the world that they were written of, which answers as that one would.
import type { Layer } from "../seeds/resolve/layer.ts";
import type { SystemTime } from "../world/clock.ts";
import type { Remembered } from "../world/journal/journal.ts";
import { createWorld, type World } from "../world/world.ts";
import { restoreRequest } from "./request.ts";
import { restoreLayer } from "./restore-layer.ts";
import { createPartReader, type PartReader, type SavedParts } from "./saved-part.ts";
import {
  BUCKET,
  CLOCK,
  FAULT,
  FORMER_KEYS,
  FormerKeysSchema,
  REQUEST,
  SavedBucketSchema,
  SavedClockSchema,
  SavedFaultSchema,
  SavedRequestSchema,
} from "./world-parts.ts";

/**
 * Restores a world from all parts that a saver wrote of one over the same blueprint. Throws
 * `SavedPartError` where one can't be read.
 */
export function restoreWorld(
  name: string,
  blueprint: Layer,
  system: SystemTime,
  parts: SavedParts,
): World {
  const reader = createPartReader(parts);
  const clock = reader.read(CLOCK, SavedClockSchema);
  const state = restoreLayer(reader, blueprint);
  const buckets = new Map(
    reader.namesBehind(BUCKET).map((key) => [key, reader.read(BUCKET + key, SavedBucketSchema)]),
  );
  const faults = state.faults.map((_, index) => {
    const part = `${FAULT}${index + 1}`;
    return reader.has(part) ? reader.read(part, SavedFaultSchema) : undefined;
  });
  const formerKeys = reader.has(FORMER_KEYS) ? reader.read(FORMER_KEYS, FormerKeysSchema) : [];
  const requests = restoreRequests(reader);
  reader.end();
  const saved = { state, clock, buckets, faults, formerKeys, requests };
  return createWorld(name, blueprint, system, undefined, saved);
}

function restoreRequests(reader: PartReader): Remembered {
  const numbers = reader
    .namesBehind(REQUEST)
    .map(Number)
    .toSorted((a, b) => a - b);
  const [first = 0] = numbers;
  const exchanges = numbers.map((_, index) => {
    const part = `${REQUEST}${first + index}`;
    return restoreRequest(reader.read(part, SavedRequestSchema), part);
  });
  return { first, exchanges };
}
