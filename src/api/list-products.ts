// GET …/products: the identities of the merchant's products (§4.2).
import type { Key } from "../seeds/blueprint.ts";
import type { Call } from "./call.ts";

/** Answers the merchant's products as JSON, fifty at most (§2.2, §8.1). */
export function listProducts(call: Call, { merchant }: Key): string {
  const { json, items, total } = call.world.listProducts(merchant);
  if (total > items.length) call.cutFrom = total;
  return json;
}
