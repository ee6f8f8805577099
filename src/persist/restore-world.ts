// Restores a world from its saved parts, with the same responses.

import type { OrderSeed } from "../model/schema.ts";
import { isError } from "../seeds/diagnostics/diagnostic.ts";
import { applyOverlay } from "../seeds/overlay/apply.ts";
import { resolveSeeds } from "../seeds/overlay/scenarios.ts";
import type { Entry } from "../seeds/read/entries.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import type { SystemTime } from "../world/clock.ts";
import type { SavedRequests } from "../world/journal/request-store.ts";
import { createWorld, type World } from "../world/world.ts";
import { numbersOf, readPart, SavedPartError, type SavedParts } from "./parts.ts";
import { readRecord, readRequests, restoreRequest } from "./request.ts";
import {
  CHANGE,
  ChangeSchema,
  type SavedRequest,
  SNAPSHOT,
  SnapshotSchema,
} from "./world-parts.ts";

/**
 * Restores a world from all parts that a saver wrote for the same layer. Throws `SavedPartError` if a part cannot be
 * read.
 */
export function restoreWorld(
  name: string,
  layer: Layer,
  system: SystemTime,
  parts: SavedParts,
): World {
  const requests = readRequests(parts);
  const { start, clock, ...record } = readRecord(parts, requests).record;
  const state = restoreState(parts, layer);
  return createWorld(name, layer, system, undefined, {
    state,
    start,
    clock,
    buckets: new Map(Object.entries(record.buckets)),
    faults: state.faults.map((_, index) => record.faults[index]),
    made: record.made,
    requests: restoreRequests(requests),
  });
}

/** Applies the log of changes again, on top of the snapshot or the layer of the world. */
function restoreState(parts: SavedParts, layer: Layer): Layer {
  const base = parts.has(SNAPSHOT) ? restoreSnapshot(parts) : layer;
  return numbersOf(parts, CHANGE).reduce((state, number) => {
    const part = CHANGE + number;
    const { now, overlay } = readPart(parts, part, ChangeSchema);
    const show = (pointer: string) => pointer;
    const applied = applyOverlay(state, { value: overlay, show, now, running: true });
    if (applied.layer !== undefined) return applied.layer;
    throw new SavedPartError(
      part,
      applied.diagnostics.find(isError)?.message ?? "it has a mistake",
    );
  }, base);
}

function restoreSnapshot(parts: SavedParts): Layer {
  const { seeds, series, overrides } = readPart(parts, SNAPSHOT, SnapshotSchema);
  const orders: Entry<OrderSeed>[] = [...seeds.base.orders];
  for (const { entry, members } of series) {
    for (const [at, number] of members) {
      const order = orders[at];
      // Why: each has its own time, and not that of the repeated entry.
      if (order) orders[at] = { ...order, series: { entry, number, delay: 0, every: 0 } };
    }
  }
  return resolveSeeds({ ...seeds, base: { ...seeds.base, orders } }, overrides).base;
}

function restoreRequests(saved: ReadonlyMap<string, SavedRequest>): SavedRequests {
  const exchanges = Array.from(saved, ([part, request]) => restoreRequest(request, part));
  // Why: numbers of requests that were not saved are left out, and the next number must be higher than all of them.
  const last = [...saved.values()].at(-1)?.number ?? -1;
  return { first: last + 1 - exchanges.length, exchanges };
}
