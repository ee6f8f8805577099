// Where an order stands, found by its id. Nothing is kept for what is hardly ever asked.
import { isMade } from "../../model/order-ids.ts";
import { orderAt } from "../../model/orders.ts";
import type { Blueprint } from "../../model/state.ts";
import { parseTime } from "../../shared/times.ts";

/** Where an order stands: in which series of a blueprint, and where in it, from 0. */
export interface OrderPlace {
  readonly at: number;
  readonly index: number;
}

/** Finds an order by its id in lower case. */
export function findOrder(blueprint: Blueprint, id: string): OrderPlace | undefined {
  const given = blueprint.orders().findIndex(({ seed }) => seed.id?.toLowerCase() === id);
  if (given !== -1) return { at: given, index: 0 };
  if (!isMade(id)) return undefined;
  return findListed(blueprint, id) ?? findAny(blueprint, id);
}

// Why: who asks has the id from a list most often, which tells the product and the time as well.
function findListed(
  { merchants, orders, orderIds, listOrders }: Blueprint,
  id: string,
): OrderPlace | undefined {
  const order = merchants
    .flatMap((merchant) => listOrders(merchant).items)
    .find((item) => item.id === id);
  const time = order && parseTime(order.createdAt, 0);
  if (time === undefined) return undefined;
  for (const [at, series] of orders().entries()) {
    if (series.product.id !== order?.productId) continue;
    const { every, times } = series.repeat;
    const index = every === 0 ? 0 : (time.ms - series.ms) / every;
    if (!Number.isInteger(index) || index < 0 || index >= times) continue;
    if (orderAt(series, index, orderIds()).id === id) return { at, index };
  }
  return undefined;
}

function findAny({ orders, orderIds }: Blueprint, id: string): OrderPlace | undefined {
  for (const [at, series] of orders().entries()) {
    const index = series.seed.id === undefined ? orderIds().find(series, id) : undefined;
    if (index !== undefined) return { at, index };
  }
  return undefined;
}
