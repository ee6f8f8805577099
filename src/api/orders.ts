// GET …/orders: the merchant's sandbox orders (§4.3).
import type { Listing } from "../contract/list.ts";
import type { Order } from "../contract/order.ts";
import type { Key } from "../model/state.ts";
import type { Call } from "./call.ts";

/** Answers the merchant's orders fifty at most (§2.3, §8.1). */
export function listOrders(call: Call, { merchant }: Key): Listing<Order> {
  const listing = call.world.listOrders(merchant);
  if (listing.total > listing.items.length) call.cutFrom = listing.total;
  return listing;
}
