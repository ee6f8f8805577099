// GET …/products: the identities of the merchant's products (§4.2).
import type { Listing } from "../contract/list.ts";
import type { Product } from "../contract/product.ts";
import type { Key } from "../model/state.ts";
import type { Call } from "./call.ts";

/** Answers the merchant's products fifty at most (§2.2, §8.1). */
export function listProducts(call: Call, { merchant }: Key): Listing<Product> {
  const listing = call.world.listProducts(merchant);
  if (listing.total > listing.items.length) call.cutFrom = listing.total;
  return listing;
}
