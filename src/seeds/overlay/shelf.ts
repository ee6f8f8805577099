// Many orders, put away: the text that they are read from again where a change, a search or a snapshot
// needs them, beside what is asked of them most. As objects they would take four times the memory.
import { createListing } from "../../contract/list.ts";
import type { Order } from "../../contract/schemas.ts";
import type { Blueprint } from "../../model/state.ts";
import { once } from "../../shared/lazy.ts";
import type { OrderSeed } from "../format/schema.ts";
import type { Base, Entries, Entry, Shelf } from "../read/entries.ts";

/** An entry as the text has it, its path by its place among the paths. */
type Row = readonly [seed: OrderSeed, path: number, line: number];

/** Writes entries as text. */
export function writeRows(orders: readonly Entry<OrderSeed>[]): Pick<Shelf, "text" | "paths"> {
  const places = new Map<string, number>();
  const rows = orders.map(({ seed, path, line }): Row => {
    const place = places.get(path) ?? places.size;
    places.set(path, place);
    return [seed, place, line];
  });
  return { text: JSON.stringify(rows), paths: [...places.keys()] };
}

/** The order entries of a base. */
export function ordersOf({ orders }: Base): readonly Entry<OrderSeed>[] {
  if (!isShelf(orders)) return orders;
  const rows: readonly Row[] = JSON.parse(orders.text);
  return rows.map(([seed, path, line]) => ({ seed, path: orders.paths[path] ?? "", line }));
}

/** The entries of a base, its orders read when they are first needed. */
export function entriesOf(base: Base): Entries {
  return { ...base, orders: once(() => ordersOf(base)) };
}

/** The shelf of a base, if its orders are put away. */
export function shelfOf({ orders }: Base): Shelf | undefined {
  return isShelf(orders) ? orders : undefined;
}

/** What a blueprint tells of orders without reading them. */
export function tell({ count, lists }: Shelf): Pick<Blueprint, "orderCount" | "listOrders"> {
  const listings = new Map(
    Object.entries(lists).map(([id, { items, total }]) => [id, createListing(items, total)]),
  );
  const none = createListing<Order>([]);
  return { orderCount: count, listOrders: ({ id }) => listings.get(id) ?? none };
}

function isShelf(orders: Base["orders"]): orders is Shelf {
  return "text" in orders;
}
