// Where an order stands, found by its id. Nothing is kept for what is hardly ever asked: ids are made
// anew, and as few of them as may be.
import type { Blueprint, OrderSeries } from "./blueprint.ts";
import { orderAt } from "./order-series.ts";
import { parseTime } from "./times.ts";

/** Where an order stands: in which series of a blueprint, and where in it, from 0. */
export interface OrderPlace {
  readonly at: number;
  readonly index: number;
}

// Why: no other id can be one that is made from a name.
const MADE_ID = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Finds an order by its id in lower case. */
export function findOrder(blueprint: Blueprint, id: string): OrderPlace | undefined {
  const orders = blueprint.orders();
  const given = orders.findIndex(({ seed }) => seed.id?.toLowerCase() === id);
  if (given !== -1) return { at: given, index: 0 };
  if (!MADE_ID.test(id)) return undefined;
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
  for (const [at, series] of orders.entries()) {
    for (let index = 0; index < series.repeat.times; index++) {
      if (isAt(series, index, id)) return { at, index };
    }
  }
  return undefined;
}

function isAt(series: OrderSeries, index: number, id: string): boolean {
  return index >= 0 && index < series.repeat.times && orderAt(series, index).id === id;
}
