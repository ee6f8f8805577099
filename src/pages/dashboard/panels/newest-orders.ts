// Finds the newest orders of all merchants.
import type { Order } from "../../../contract/endpoints/orders.ts";
import { sortOrders } from "../../../model/lists.ts";
import type { World } from "../../../world/world.ts";
import { SHOWN, type Truncated } from "../truncated-list.tsx";

/** Finds the newest orders of a world that hold what is searched for, and counts all that do. */
export function newestOrders({ state, start }: World, find: string): Truncated<Order> {
  const found = state.orders.filter(({ product, ...order }) => {
    const { id, ref = "" } = order;
    const texts = [product.publicCode, product.merchant.slug, order.state, order.currency, id, ref];
    return texts.some((text) => text.toLowerCase().includes(find));
  });
  return { shown: sortOrders(found, "newest", start).slice(0, SHOWN), total: found.length };
}
