// Removes the references from a layer's entries to their texts, which would keep these in memory.
import type { OrderSeed } from "../../model/schema.ts";
import type { SettingsSeed } from "../../model/settings-schema.ts";
import { cutEntry } from "../read/cut-entries.ts";
import type { Entry } from "../read/entries.ts";
import type { Item, Layer } from "../resolve/layer.ts";

type List = readonly Item<unknown, unknown>[];

/** Cuts a layer off from its texts. */
export const cutLayer = (layer: Layer): Layer => createCutter()(layer);

/** Creates a function that cuts layers off from their texts. What layers share stays shared. */
export function createCutter(): (layer: Layer) => Layer {
  const lists = new Map<List, List>();
  const wholes = new Map<Entry<OrderSeed>, Entry<OrderSeed>>();
  const items = new Map<Item<unknown, unknown>, Item<unknown, unknown>>();

  function cutItem<Seed, Thing>(item: Item<Seed, Thing>): Item<Seed, Thing> {
    const { entry, thing } = item;
    if (entry.document === undefined && entry.beneath === undefined && !("before" in item))
      return item;
    const known = items.get(item) ?? { entry: cutOne(entry), thing };
    items.set(item, known);
    return known as Item<Seed, Thing>;
  }

  // Why: the orders of a series keep sharing the entry that they were made from.
  function cutOne<Seed>(entry: Entry<Seed>): Entry<Seed> {
    const { series } = entry;
    if (series?.entry.document === undefined)
      return { ...cutEntry(entry), ...(series && { series }) };
    const whole = wholes.get(series.entry) ?? cutEntry(series.entry);
    wholes.set(series.entry, whole);
    return { ...cutEntry(entry), series: { ...series, entry: whole } };
  }

  function cutList<Seed, Thing>(list: readonly Item<Seed, Thing>[]) {
    const known = lists.get(list) ?? list.map(cutItem);
    const cut = known.every((item, index) => item === list[index]) ? list : known;
    lists.set(list, cut);
    return cut as readonly Item<Seed, Thing>[];
  }

  return (layer) => {
    const { source } = layer;
    const orders = cutList(source.resolvedOrders());
    return {
      ...layer,
      source: {
        ...source,
        merchants: cutList(source.merchants),
        keys: cutList(source.keys),
        products: cutList(source.products),
        orders,
        resolvedOrders: () => orders,
        faults: cutList(source.faults),
        settings: joinSettings(source.settings),
      },
    };
  };
}

// Why: one entry, so that the thousandth change of a world takes no more room than the first.
function joinSettings(entries: readonly Entry<SettingsSeed>[]): readonly Entry<SettingsSeed>[] {
  if (entries.every(({ document }) => document === undefined)) return entries;
  const [first, ...others] = entries.map(cutEntry);
  return first ? [others.reduce(joinTwo, first)] : [];
}

function joinTwo(beneath: Entry<SettingsSeed>, entry: Entry<SettingsSeed>): Entry<SettingsSeed> {
  const { clock, ...seed } = entry.seed;
  const joined = { ...beneath.seed.clock, ...clock };
  const both = { ...beneath.seed, ...seed, ...(clock && { clock: joined }) };
  return { ...entry, seed: both };
}
