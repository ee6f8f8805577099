// Saved parts → the layer that they were written of, over the same one beneath.
import type * as v from "valibot";
import { isError } from "../seeds/diagnostics/diagnostic.ts";
import type { Entries, Entry } from "../seeds/read/entries.ts";
import { SILENT } from "../seeds/resolve/diagnosing.ts";
import { createLayerOver, type Layer } from "../seeds/resolve/layer.ts";
import { resolveSeeds } from "../seeds/resolve/resolve-seeds.ts";
import {
  ENTRY_SCHEMAS,
  entryPart,
  LISTS,
  type ListName,
  OVERRIDES,
  OverridesSchema,
  RunsSchema,
} from "./saved-layer.ts";
import {
  createPartReader,
  type PartReader,
  SavedPartError,
  type SavedParts,
} from "./saved-part.ts";

/** Restores a layer that `saveBlueprint` saved over the same other. Throws `SavedPartError`. */
export function restoreBlueprint(parts: SavedParts, over: Layer): Layer {
  const reader = createPartReader(parts);
  const layer = restoreLayer(reader, over);
  reader.end();
  return layer;
}

/** Restores a layer over another from those of the parts that it is saved in. Throws `SavedPartError`. */
export function restoreLayer(reader: PartReader, beneath: Layer): Layer {
  const { source } = beneath;
  const entries = {
    merchants: restoreList("merchants", source.entries.merchants, ENTRY_SCHEMAS.merchants),
    keys: restoreList("keys", source.entries.keys, ENTRY_SCHEMAS.keys),
    products: restoreList("products", source.entries.products, ENTRY_SCHEMAS.products),
    orders: restoreOrders(),
    faults: restoreList("faults", source.entries.faults, ENTRY_SCHEMAS.faults),
    settings: restoreList("settings", source.entries.settings, ENTRY_SCHEMAS.settings),
  };
  const changed = LISTS.find((name) => entries[name] !== source.entries[name]);
  const options = reader.has(OVERRIDES)
    ? { ...source.options, overrides: reader.read(OVERRIDES, OverridesSchema) }
    : source.options;
  if (changed === undefined && options === source.options) return beneath;

  // Why: what was saved had no mistake; where there is one, it does not fit what it is laid over.
  const diagnosing = {
    ...SILENT,
    report: (found: Parameters<typeof SILENT.report>[0]) => {
      if (isError(found)) throw new SavedPartError(changed ?? OVERRIDES, found.message);
    },
  };
  return createLayerOver(beneath, resolveSeeds(entries, options, diagnosing, source));

  function restoreOrders(): Entries["orders"] {
    if (!reader.has("orders")) return source.entries.orders;
    const orders = restoreList("orders", source.entries.orders(), ENTRY_SCHEMAS.orders);
    return () => orders;
  }

  function restoreList<Seed>(
    name: ListName,
    under: readonly Entry<Seed>[],
    schema: v.GenericSchema<Entry<Seed>>,
  ): readonly Entry<Seed>[] {
    if (!reader.has(name)) return under;
    const list: Entry<Seed>[] = [];
    let next = 0;
    for (const [kind, first, count] of reader.read(name, RunsSchema)) {
      if (kind === "same" && first < next) throw new SavedPartError(name, "it is out of order");
      if (kind === "same") next = first + count;
      for (let at = first; at < first + count; at++) {
        const entry = kind === "same" ? under[at] : reader.read(entryPart(name, at), schema);
        if (entry === undefined) throw new SavedPartError(name, `the seeds have no entry ${at}`);
        list.push(entry);
      }
    }
    return list;
  }
}
