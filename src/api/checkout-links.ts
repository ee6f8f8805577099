// POST …/checkout-links: the permanent links of one published product (§4.4). Nothing is stored, so
// the same request gets the same response every time.

import { CheckoutLinkRequestSchema, linksOf } from "../contract/endpoints/checkout-links.ts";
import { PUBLISHED } from "../contract/endpoints/products.ts";
import { ApiError } from "../contract/errors.ts";
import type { CatalogProduct } from "../model/state.ts";
import type { World } from "../world/world.ts";
import { type Call, keyOf } from "./call.ts";
import { readBody } from "./checks/body.ts";

/** Returns the links. Rejects with `invalid_request` (400) or `product_not_found` (404). */
export async function createCheckoutLink(
  call: Call,
  request: Request,
  addressesOf: (world: World) => { readonly hostedUrl: string },
): Promise<string> {
  const { productId } = await readBody(call, request, CheckoutLinkRequestSchema);
  const product = findOwnPublished(call, productId.toLowerCase());
  return writeLinks(product, addressesOf(call.world).hostedUrl);
}

// Why: to write the links of a product again takes 5 % of a request.
const written = new WeakMap<
  CatalogProduct,
  { readonly hostedUrl: string; readonly json: string }
>();

function writeLinks(product: CatalogProduct, hostedUrl: string): string {
  const last = written.get(product);
  if (last?.hostedUrl === hostedUrl) return last.json;
  const json = JSON.stringify(linksOf(hostedUrl, product));
  written.set(product, { hostedUrl, json });
  return json;
}

// Contract: §7, unknown, foreign and unpublished are one and the same 404; only the log says which.
function findOwnPublished(call: Call, id: string): CatalogProduct {
  const { world } = call;
  const { merchant } = keyOf(call);
  const product = world.findProduct(id);
  if (product === undefined)
    throw notFound(
      `world ${world.name} has no product with the id ${id}; use an id that GET /products lists`,
    );
  const { publicCode, status, origin } = product;
  // Why: a change during the request may have made another object of the merchant.
  if (product.merchant.id !== merchant.id) {
    throw notFound(
      `product ${publicCode} (${origin}) belongs to ${product.merchant.slug}, this key to ` +
        `${merchant.slug}; use a key of ${product.merchant.slug}, or a product of ${merchant.slug}`,
    );
  }
  if (status !== PUBLISHED) {
    throw notFound(
      `product ${publicCode} (${origin}) is ${status}, and only ${PUBLISHED} products have links; ` +
        "publish it, or use another product",
    );
  }
  return product;
}

const notFound = (why: string) => new ApiError("product_not_found", { why });
