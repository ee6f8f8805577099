// GET …/orders: the merchant's sandbox orders (§4.3).
import type { Key } from "../seeds/blueprint.ts";
import type { Call } from "./call.ts";

/** Answers the merchant's orders as JSON, fifty at most (§2.3, §8.1). */
export function listOrders(call: Call, { merchant }: Key): string {
  const { json, items, total } = call.world.listOrders(merchant);
  if (total > items.length) call.cutFrom = total;
  return json;
}
