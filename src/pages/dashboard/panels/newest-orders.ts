// Finds the newest orders of all merchants.

import type { Order } from "../../../contract/endpoints/orders.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { describeOrder, sortNewest, sortOrders } from "../../../model/lists.ts";
import type { Truncated } from "../truncated-list.tsx";
import type { View } from "../view.ts";

type Asked = Pick<View, "world" | "find" | "show">;

/** Finds the newest orders of a world that hold what is searched for, and counts all that do. */
export function newestOrders({ world, find, show }: Asked): Truncated<Order> {
  const { state, start } = world;
  const found = state.orders.filter(({ product, ...order }) => {
    const { id, ref = "" } = order;
    const texts = [product.publicCode, product.merchant.slug, order.state, order.currency, id, ref];
    return texts.some((text) => text.toLowerCase().includes(find));
  });
  // Why: of a hundred thousand orders, the first fifty are found without sorting the others.
  const shown =
    show <= LIST_LIMIT
      ? sortOrders(found, "newest", start).slice(0, show)
      : sortNewest(found, start)
          .slice(0, show)
          .map((order) => describeOrder(order, start));
  return { shown, total: found.length };
}
