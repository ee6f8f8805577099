// Orders → entries: an unchanged series becomes one entry again.
import { idOfNumber, idOfRef } from "../../model/ids.ts";
import type { OrderSeed } from "../../model/schema.ts";
import type { CatalogProduct, OrderRecord } from "../../model/state.ts";
import type { Entry } from "../read/entries.ts";
import type { Items } from "../resolve/layer.ts";
import { numberSeed } from "../resolve/repeat.ts";

type OrderItem = Items["orders"][number];

export interface OrderGroup {
  readonly entry: Entry<OrderSeed>;
  /** The order, or the first of the series. */
  readonly order: OrderRecord;
  /** Its number among the orders of its product, from 1. */
  readonly number: number;
  /** The entry with the `repeat`, if no order of the series was changed. */
  readonly whole: Entry<OrderSeed> | undefined;
}

/** Groups resolved orders. */
export function groupOrders(items: Items["orders"]): OrderGroup[] {
  const counts = new Map<CatalogProduct, number>();
  const groups: OrderGroup[] = [];
  for (let at = 0; at < items.length; ) {
    const { entry, thing: order } = items[at] ?? {};
    if (entry === undefined || order === undefined) return groups;
    const number = (counts.get(order.product) ?? 0) + 1;
    const series = entry.series?.entry;
    const times = series?.seed.repeat?.times ?? 1;
    const isWhole = series !== undefined && isWholeAt(items, at, series, number);
    groups.push({ entry, order, number, whole: isWhole ? series : undefined });
    const taken = isWhole ? times : 1;
    counts.set(order.product, number + taken - 1);
    at += taken;
  }
  return groups;
}

/** The id that is derived for an order of this number among those of its product. */
export function derivedId({ ref, product }: OrderRecord, number: number): string {
  return ref === undefined ? idOfNumber(number, product.id) : idOfRef(ref, product.merchant.id);
}

/** Whether all orders of a series follow from this index on, unchanged. */
function isWholeAt(
  items: Items["orders"],
  at: number,
  series: Entry<OrderSeed>,
  number: number,
): boolean {
  const times = series.seed.repeat?.times ?? 1;
  for (let index = 0; index < times; index++) {
    const item = items[at + index];
    if (!item || !isUnchanged(item, series, index, number + index)) return false;
  }
  return true;
}

/** Whether an item is the unchanged order at an index of a series. */
function isUnchanged(
  { entry, thing }: OrderItem,
  series: Entry<OrderSeed>,
  index: number,
  number: number,
): boolean {
  if (thing === undefined || entry.series?.entry !== series) return false;
  const { repeat, ...seed } = series.seed;
  const place = (repeat?.from ?? 1) + index;
  return (
    entry.series.number === place &&
    entry.series.delay === index * entry.series.every &&
    entry.series.every > 0 &&
    thing.id === derivedId(thing, number) &&
    thing.currency === (entry.seed.currency ?? thing.product.currency) &&
    JSON.stringify(entry.seed) === JSON.stringify(numberSeed(seed, place))
  );
}
