// GET …/orders: the merchant's sandbox orders (§4.3).
import type { Order } from "../contract/endpoints/orders.ts";
import { type Call, keyOf } from "./call.ts";
import { createListWriter } from "./list-json.ts";

const writeOrders = createListWriter((order: Order) => order);

/** Returns the merchant's orders, at most fifty (§2.3, §8.1). */
export function listOrders(call: Call): string {
  return writeOrders(call, call.world.listOrders(keyOf(call).merchant));
}
