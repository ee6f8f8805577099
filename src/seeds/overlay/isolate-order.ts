// One order taken out of the entry that it stands in, as an entry of its own with an id by which it can be
// changed. The orders before and behind it stay what they were.
import type { Order } from "../../contract/schemas.ts";
import { orderAt } from "../../model/orders.ts";
import type { OrderSeries } from "../../model/state.ts";
import type { OrderSeed } from "../format/schema.ts";
import type { Entries, Entry } from "../read/entries.ts";
import type { Layer } from "../resolve/layer.ts";
import type { OrderPlace } from "./find-order.ts";

/** Takes an order out of its entry: the entries of the layer with up to three in place of one. */
export function isolateOrder(layer: Layer, { at, index }: OrderPlace): Entries {
  const { source, orders, orderIds } = layer;
  const entries = source.entries.orders();
  const entry = entries[at];
  const series = orders()[at];
  if (entry === undefined || series === undefined) return source.entries;
  const orderOf = (place: number) => orderAt(series, place, orderIds());
  const parts = [
    partOf(entry, series, orderOf, 0, index),
    { ...entry, seed: single(entry.seed, series, orderOf, index) },
    partOf(entry, series, orderOf, index + 1, series.repeat.times),
  ];
  const replaced = entries.toSpliced(at, 1, ...parts.filter((part) => part !== undefined));
  return { ...source.entries, orders: () => replaced };
}

type OrderOf = (index: number) => Order;

function single(seed: OrderSeed, series: OrderSeries, orderOf: OrderOf, index: number): OrderSeed {
  const { product, ref } = seed;
  const { productId: _product, currency, ...order } = orderOf(index);
  // Why: what follows from the product goes on to do so.
  const follows = seed.currency === undefined && !series.product.currency.includes("{n}");
  return {
    product,
    ...order,
    ...(!follows && { currency }),
    ...(ref !== undefined && { ref }),
    // Why: so that it stays one of those that its ref names, and `{n}` its number.
    ...repeatOf(seed, series, index, index + 1),
  };
}

function partOf(
  entry: Entry<OrderSeed>,
  series: OrderSeries,
  orderOf: OrderOf,
  first: number,
  end: number,
): Entry<OrderSeed> | undefined {
  const { seed } = entry;
  if (seed.repeat === undefined || first >= end) return undefined;
  const { createdAt } = orderOf(first);
  return { ...entry, seed: { ...seed, createdAt, ...repeatOf(seed, series, first, end) } };
}

function repeatOf(
  { repeat }: OrderSeed,
  series: OrderSeries,
  first: number,
  end: number,
): Pick<OrderSeed, "repeat"> {
  const from = series.repeat.from + first;
  return repeat ? { repeat: { ...repeat, times: end - first, from } } : {};
}
