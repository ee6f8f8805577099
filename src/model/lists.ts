// Which products and orders of a merchant a list shows, and in which order (§4.2, §4.3, §8.1).

import type { Order } from "../contract/endpoints/orders.ts";
import { createListing, LIST_LIMIT, type Listing } from "../contract/list.ts";
import { compareInstants, formatInstant, type Instant, instantAt } from "../shared/times.ts";
import type { CatalogProduct, Merchant, OrderRecord, Settings, State } from "./state.ts";

interface Dated {
  readonly record: OrderRecord;
  readonly createdAt: Instant;
}

/** The first fifty products of a merchant, as seeded. */
export function selectProducts(
  { products, settings }: State,
  merchant: Merchant,
): Listing<CatalogProduct> {
  const own = [...products.values()].filter((product) => product.merchant.id === merchant.id);
  const first = own.slice(0, LIST_LIMIT);
  return createListing(settings.listOrder === "shuffled" ? shuffle(first) : first, own.length);
}

/** The first fifty orders of a merchant in a world that started at `start` (Unix milliseconds). */
export function selectOrders(state: State, merchant: Merchant, start: number): Listing<Order> {
  const own = state.orders.filter(({ product }) => product.merchant.id === merchant.id);
  return createListing(sortOrders(own, state.settings.listOrder, start), own.length);
}

/** What the API shows of an order in a world that started at `start` (§2.3). */
export function describeOrder(record: OrderRecord, start: number): Order {
  const { id, product, state, currency, amountMinor, refundedMinor, createdAt } = record;
  return {
    id,
    productId: product.id,
    state,
    currency,
    amountMinor,
    refundedMinor,
    createdAt: formatInstant(instantAt(createdAt, start)),
  };
}

/** The first fifty of some orders, in the order of the settings. */
export function sortOrders(
  records: readonly OrderRecord[],
  listOrder: Settings["listOrder"],
  start: number,
): Order[] {
  const direction = listOrder === "oldest" ? 1 : -1;
  const compare = compareBy(direction);
  const first: Dated[] = [];
  // Contract: orders of the same moment are in the order in which they were created.
  for (const record of direction === 1 ? records : records.toReversed()) {
    const dated = { record, createdAt: instantAt(record.createdAt, start) };
    // Why: of many thousands of orders, nearly all are not among the first fifty.
    const last = first.length === LIST_LIMIT ? first.at(-1) : undefined;
    if (last && compare(last, dated) <= 0) continue;
    const place = first.findIndex((other) => compare(dated, other) < 0);
    first.splice(place === -1 ? first.length : place, 0, dated);
    if (first.length > LIST_LIMIT) first.pop();
  }
  const orders = first.map(({ record }) => describeOrder(record, start));
  return listOrder === "shuffled" ? shuffle(orders) : orders;
}

/** All of some orders, the newest first. */
export function sortNewest(records: readonly OrderRecord[], start: number): OrderRecord[] {
  // Why: newest first also among orders of the same moment, whose order `toSorted` keeps.
  const dated = records
    .toReversed()
    .map((record) => ({ record, createdAt: instantAt(record.createdAt, start) }));
  return dated.toSorted(compareBy(-1)).map(({ record }) => record);
}

const compareBy = (direction: 1 | -1) => (a: Dated, b: Dated) =>
  direction * compareInstants(a.createdAt, b.createdAt);

/** Puts items into a pseudo-random order, which depends only on `seed`. */
export function shuffle<Item>(items: readonly Item[], seed = 1): Item[] {
  const shuffled: Item[] = [];
  let state = seed;
  for (const item of items) {
    // Why: a linear congruential generator (Numerical Recipes' constants) is random enough here.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    shuffled.splice(Math.floor((state / 2 ** 32) * (shuffled.length + 1)), 0, item);
  }
  return shuffled;
}
