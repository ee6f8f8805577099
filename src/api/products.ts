// GET …/products: the identities of the merchant's products (§4.2).
import { identityOf } from "../contract/endpoints/products.ts";
import { type Call, keyOf } from "./call.ts";
import { createListWriter } from "./list-json.ts";

const writeProducts = createListWriter(identityOf);

/** Returns the merchant's products, at most fifty (§2.2, §8.1). */
export function listProducts(call: Call): string {
  return writeProducts(call, call.world.listProducts(keyOf(call).merchant));
}
