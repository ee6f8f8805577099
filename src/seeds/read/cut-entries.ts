// Entries without the way back to their texts. What is served has no use for these, which are many times
// larger than what they say.
import type { SettingsSeed } from "../format/schema.ts";
import {
  type Base,
  type Changes,
  type Entries,
  type Entry,
  originOf,
  type Scenario,
} from "./entries.ts";

const cut = <Seed>({ seed, path, line }: Entry<Seed>): Entry<Seed> => ({ seed, path, line });

/** Cuts the entries of a layer off. */
export function cutEntries(entries: Entries): Base {
  return {
    merchants: entries.merchants.map(cut),
    keys: entries.keys.map(cut),
    products: entries.products.map(cut),
    orders: entries.orders().map(cut),
    faults: entries.faults.map(cut),
    settings: entries.settings.map(cut),
  };
}

/** Cuts a scenario off. */
export function cutScenario({ name, description, extends: parent, changes }: Scenario): Scenario {
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parent !== undefined && { extends: parent }),
    changes: cutChanges(changes),
  };
}

/** Cuts the changes of a scenario off; those that are in no file were made by somebody. */
export function cutChanges(changes: Changes, maker?: string): Changes {
  const cutOne = <Seed>(entry: Entry<Seed>): Entry<Seed> =>
    maker === undefined ? cut(entry) : { seed: entry.seed, path: `made by ${maker}`, line: 0 };
  return {
    merchants: changes.merchants.map(cutOne),
    keys: changes.keys.map(cutOne),
    products: changes.products.map(cutOne),
    orders: changes.orders.map(cutOne),
    ...(changes.faults && { faults: changes.faults.map(cutOne) }),
    settings: changes.settings.map(cutOne),
  };
}

/**
 * Cuts entries off from those beneath that they changed, and joins their settings, so that the
 * thousandth change of a world takes no more room than the first.
 */
export function cutChanged(laid: Entries, beneath: Entries, maker: string): Entries {
  return {
    merchants: cutList(laid.merchants, beneath.merchants, maker),
    keys: cutList(laid.keys, beneath.keys, maker),
    products: cutList(laid.products, beneath.products, maker),
    orders: laid.orders === beneath.orders ? laid.orders : cutOrders(),
    faults: laid.faults,
    settings: laid.settings === beneath.settings ? laid.settings : joinSettings(laid.settings),
  };

  function cutOrders(): Entries["orders"] {
    const orders = cutList(laid.orders(), beneath.orders(), maker);
    return () => orders;
  }
}

// Why: a list that is left alone stays the same list, by which later steps see that nothing changed.
function cutList<Seed>(
  list: readonly Entry<Seed>[],
  known: readonly Entry<Seed>[],
  maker: string,
): readonly Entry<Seed>[] {
  if (list === known) return list;
  return list.map((entry) => (entry.beneath ? cutFrom(entry.beneath, entry, maker) : entry));
}

/** Cuts an entry off from the one that it changed, and keeps where that one is written. */
function cutFrom<Seed>(beneath: Entry<unknown>, { seed }: Entry<Seed>, maker: string): Entry<Seed> {
  const changed = `${originOf(beneath)}, changed by ${maker}`;
  return { seed, path: beneath.line === 0 ? beneath.path : changed, line: 0 };
}

function joinSettings(entries: Entries["settings"]): Entries["settings"] {
  return [entries.reduce((joined, entry) => ({ ...entry, seed: join(joined.seed, entry.seed) }))];
}

function join(beneath: SettingsSeed, { clock, ...seed }: SettingsSeed): SettingsSeed {
  return { ...beneath, ...seed, ...(clock && { clock: { ...beneath.clock, ...clock } }) };
}
