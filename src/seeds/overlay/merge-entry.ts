// Merges a change into the entry that it names: the fields of the change win.

import type { OrderSeed } from "../../model/schema.ts";
import { errorAt } from "../diagnostics/diagnostic.ts";
import {
  type Change,
  type Entry,
  locateField,
  originOf,
  type SeedFields,
  type Series,
} from "../read/entries.ts";
import type { Diagnosing } from "../resolve/diagnosing.ts";
import type { Item, Items } from "../resolve/layer.ts";
import { expandOrders, findNumbered, numberSeed, SHARED_ID } from "../resolve/repeat.ts";

type OrderItem = Items["orders"][number];

/** Creates the functions that merge changes into items. */
export function createMerges({ report, maker, now }: Diagnosing) {
  let expanded = 0;
  // The entries of the series that were changed as a whole, and the same entries with the change.
  const wholes = new Map<Entry<OrderSeed>, Entry<OrderSeed>>();
  return { mergeItem, mergeOrder };

  function mergeItem<ItemSeed extends SeedFields, Thing>(
    { entry, thing, before }: Item<ItemSeed, Thing>,
    change: Entry<Change<ItemSeed>>,
  ): Item<ItemSeed, Thing>[] {
    const { repeat, ...fields } = change.seed as { readonly repeat?: unknown };
    if (repeat !== undefined) {
      const message = "`repeat` creates new entries, but this one already exists";
      report(errorAt(locateField(change, "repeat"), "bad-repeat", message));
    }
    const merged = mergeEntry(entry, { ...change, seed: fields as Change<ItemSeed> });
    return [{ entry: merged, before: thing ?? before }];
  }

  /** Merges a change into an order; a change by the `ref` of its series as written changes the whole series. */
  function mergeOrder(item: OrderItem, change: Entry<Change<OrderSeed>>): readonly OrderItem[] {
    const { series } = item.entry;
    const isOfSeries = change.seed.ref !== undefined && change.seed.ref === series?.entry.seed.ref;
    return series && isOfSeries
      ? mergeSeries(item, series, change)
      : mergeOneOrder(item, series, change);
  }

  function mergeOneOrder(
    { entry, thing, before = thing }: OrderItem,
    series: Series | undefined,
    change: Entry<Change<OrderSeed>>,
  ): readonly OrderItem[] {
    const fields = series ? numberSeed(change.seed, series.number) : change.seed;
    const merged = mergeEntry(entry, { ...change, seed: fields });
    const moved = change.seed.createdAt !== undefined &&
      series && { ...series, delay: 0, every: 0 };
    const own = moved ? { ...merged, series: moved } : merged;
    const repeats = change.seed.repeat !== undefined || findNumbered(fields) !== undefined;
    if (!repeats) return [{ entry: own, before }];
    return expand(own).map((one) => ({ entry: one, before }));
  }

  function mergeSeries(
    { entry, thing, before = thing }: OrderItem,
    series: Series,
    change: Entry<Change<OrderSeed>>,
  ): readonly OrderItem[] {
    const known = wholes.get(series.entry);
    const whole = known ?? mergeEntry(series.entry, change);
    wholes.set(series.entry, whole);
    if (change.seed.id !== undefined && series.entry.seed.repeat?.times !== 1) {
      if (!known) report(errorAt(locateField(change, "id"), "bad-repeat", SHARED_ID));
      return [{ entry, before }];
    }
    if (change.seed.repeat === undefined && change.seed.createdAt === undefined) {
      const { ref: _ref, ...fields } = numberSeed(change.seed, series.number);
      const merged = mergeEntry(entry, { ...change, seed: fields });
      return [{ entry: { ...merged, series: { ...series, entry: whole } }, before }];
    }
    // Why: with other times, the series begins again, in the place of its first order.
    if (known !== undefined) return [];
    return expand(whole).map((one) => ({ entry: one }));
  }

  function expand(entry: Entry<OrderSeed>): Entry<OrderSeed>[] {
    const entries = expandOrders([entry], expanded, now, report);
    expanded += entries.length;
    return entries;
  }

  function mergeEntry<ItemSeed extends SeedFields>(
    entry: Entry<ItemSeed>,
    change: Entry<Change<ItemSeed>>,
  ): Entry<ItemSeed> {
    const { seed: fields, path, line, place } = change;
    const seed = { ...entry.seed, ...fields };
    const merged = { ...entry, path, line, seed, place: place && { ...place, beneath: entry } };
    if (maker === undefined) return merged;
    const changed = `${originOf(entry)}, changed by ${maker}`;
    return { ...merged, path: entry.line === 0 ? entry.path : changed, line: 0 };
  }
}
