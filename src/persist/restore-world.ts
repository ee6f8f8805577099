// Saved parts → the world that they were written of, which answers as that one would.
import { isError } from "../seeds/diagnostics/diagnostic.ts";
import { applyOverlay } from "../seeds/overlay/apply.ts";
import { cutLayer } from "../seeds/overlay/cut-layer.ts";
import { collectBase } from "../seeds/read/collect.ts";
import { createValueDocument } from "../seeds/read/value-document.ts";
import { createBase } from "../seeds/resolve/create-layer.ts";
import { SILENT } from "../seeds/resolve/diagnosing.ts";
import type { Layer } from "../seeds/resolve/layer.ts";
import type { SystemTime } from "../world/clock.ts";
import type { Remembered } from "../world/journal/journal.ts";
import { createWorld, type World } from "../world/world.ts";
import { numbersOf, readPart, SavedPartError, type SavedParts } from "./parts.ts";
import { restoreRequest } from "./request.ts";
import {
  CHANGE,
  ChangeSchema,
  RECORD,
  REQUEST,
  RecordSchema,
  SavedRequestSchema,
  SNAPSHOT,
  SnapshotSchema,
} from "./world-parts.ts";

/**
 * Restores a world from all parts that a saver wrote of one over the same blueprint. Throws `SavedPartError` if
 * one can't be read.
 */
export function restoreWorld(
  name: string,
  blueprint: Layer,
  system: SystemTime,
  parts: SavedParts,
): World {
  const { start, clock, ...record } = readPart(parts, RECORD, RecordSchema);
  const state = restoreState(parts, blueprint);
  return createWorld(name, blueprint, system, undefined, {
    state,
    start,
    clock,
    buckets: new Map(Object.entries(record.buckets)),
    faults: state.faults.map((_, index) => record.faults[index]),
    formerKeys: record.formerKeys,
    requests: restoreRequests(parts),
  });
}

/** Applies the log of changes again, on top of the snapshot or of what the world was made from. */
function restoreState(parts: SavedParts, blueprint: Layer): Layer {
  const base = parts.has(SNAPSHOT) ? restoreSnapshot(parts) : blueprint;
  return numbersOf(parts, CHANGE).reduce((state, number) => {
    const part = CHANGE + number;
    const { now, overlay } = readPart(parts, part, ChangeSchema);
    const applied = applyOverlay(state, { value: overlay, root: "", now, running: true });
    if (applied.layer !== undefined) return applied.layer;
    throw new SavedPartError(
      part,
      applied.diagnostics.find(isError)?.message ?? "it has a mistake",
    );
  }, base);
}

function restoreSnapshot(parts: SavedParts): Layer {
  const { seeds, overrides } = readPart(parts, SNAPSHOT, SnapshotSchema);
  const report: (typeof SILENT)["report"] = (found) => {
    if (isError(found)) throw new SavedPartError(SNAPSHOT, found.message);
  };
  const { entries } = collectBase([createValueDocument(seeds, "")], report);
  return cutLayer(createBase(entries, overrides, { ...SILENT, report }));
}

function restoreRequests(parts: SavedParts): Remembered {
  const saved = numbersOf(parts, REQUEST)
    .map((slot) => readPart(parts, REQUEST + slot, SavedRequestSchema))
    .toSorted((a, b) => a.number - b.number);
  return {
    first: saved[0]?.number ?? 0,
    exchanges: saved.map((request) => restoreRequest(request, REQUEST)),
  };
}
