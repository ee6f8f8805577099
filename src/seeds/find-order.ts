// Where an order stands, found by its id. Nothing is kept for what is hardly ever asked.
import type { Blueprint, OrderSeries } from "./blueprint.ts";
import { createFamilies, indexOfOrder, isMade } from "./order-ids.ts";
import { orderAt } from "./order-series.ts";
import { parseTime } from "./times.ts";

/** Where an order stands: in which series of a blueprint, and where in it, from 0. */
export interface OrderPlace {
  readonly at: number;
  readonly index: number;
}

/** Finds an order by its id in lower case. */
export function findOrder(blueprint: Blueprint, id: string): OrderPlace | undefined {
  const orders = blueprint.orders();
  const given = orders.findIndex(({ seed }) => seed.id?.toLowerCase() === id);
  if (given !== -1) return { at: given, index: 0 };
  if (!isMade(id)) return undefined;
  return findListed(blueprint, id) ?? findAny(orders, id);
}

// Why: who asks has the id from a list most often, which tells the product and the time as well.
function findListed(
  { merchants, orders, listOrders }: Blueprint,
  id: string,
): OrderPlace | undefined {
  const order = merchants
    .flatMap((merchant) => listOrders(merchant).items)
    .find((item) => item.id === id);
  const time = order && parseTime(order.createdAt, 0);
  if (time === undefined) return undefined;
  for (const [at, series] of orders().entries()) {
    if (series.product.id !== order?.productId) continue;
    const { every } = series.repeat;
    const index = every === 0 ? 0 : (time.ms - series.ms) / every;
    if (Number.isInteger(index) && isAt(series, index, id)) return { at, index };
  }
  return undefined;
}

function findAny(orders: readonly OrderSeries[], id: string): OrderPlace | undefined {
  const familyOf = createFamilies();
  for (const [at, series] of orders.entries()) {
    if (series.seed.id !== undefined) continue;
    const index = indexOfOrder(series, id, familyOf(series));
    if (index !== undefined) return { at, index };
  }
  return undefined;
}

function isAt(series: OrderSeries, index: number, id: string): boolean {
  return index >= 0 && index < series.repeat.times && orderAt(series, index).id === id;
}
