// One order taken out of the entry that it stands in, as an entry of its own with an id by which it can be
// changed. The orders before and behind it stay what they were.
import type { OrderSeries } from "./blueprint.ts";
import type { Entries, Entry } from "./entries.ts";
import type { OrderPlace } from "./find-order.ts";
import type { Layer } from "./layer.ts";
import { orderAt } from "./order-series.ts";
import type { OrderSeed } from "./schema.ts";

/** Takes an order out of its entry: the entries of the layer with up to three in place of one. */
export function isolateOrder({ source, orders }: Layer, { at, index }: OrderPlace): Entries {
  const entries = source.entries.orders();
  const entry = entries[at];
  const series = orders()[at];
  if (entry === undefined || series === undefined) return source.entries;
  const parts = [
    partOf(entry, series, 0, index),
    { ...entry, seed: single(entry.seed, series, index) },
    partOf(entry, series, index + 1, series.repeat.times),
  ];
  const replaced = entries.toSpliced(at, 1, ...parts.filter((part) => part !== undefined));
  return { ...source.entries, orders: () => replaced };
}

function single(seed: OrderSeed, series: OrderSeries, index: number): OrderSeed {
  const { product, ref, repeat } = seed;
  const { productId: _product, currency, ...order } = orderAt(series, index);
  // Why: what follows from the product goes on to do so.
  const follows = seed.currency === undefined && !series.product.currency.includes("{n}");
  return {
    product,
    ...order,
    ...(!follows && { currency }),
    // Why: so that it stays one of those that its ref names.
    ...(ref !== undefined && {
      ref,
      ...(repeat && { repeat: { ...repeat, times: 1, from: series.repeat.from + index } }),
    }),
  };
}

function partOf(
  entry: Entry<OrderSeed>,
  series: OrderSeries,
  first: number,
  end: number,
): Entry<OrderSeed> | undefined {
  const { repeat } = entry.seed;
  if (repeat === undefined || first >= end) return undefined;
  const { createdAt } = orderAt(series, first);
  const rest = { ...repeat, times: end - first, from: series.repeat.from + first };
  return { ...entry, seed: { ...entry.seed, createdAt, repeat: rest } };
}
