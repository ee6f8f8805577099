// POST …/checkout-links: the permanent links of one published product (§4.4). Nothing is stored, so
// the same request has the same answer every time.
import { CheckoutLinkRequestSchema } from "../contract/checkout-link.ts";
import { ApiError } from "../contract/errors.ts";
import { PUBLISHED } from "../contract/published.ts";
import type { CatalogProduct, Key } from "../model/state.ts";
import type { World } from "../world/world.ts";
import type { Call } from "./call.ts";
import { validateBody } from "./checks/body.ts";

/** Makes what answers the links as JSON. It throws `invalid_request` (400) or `product_not_found` (404). */
export function createCheckoutLink(hostedUrlOf: (world: World) => string) {
  return function checkoutLink(call: Call, key: Key, text: string): string {
    const { productId } = validateBody(call, text, CheckoutLinkRequestSchema);
    const product = findOwnPublished(call, key, productId.toLowerCase());
    return call.world.describeLinks(product, hostedUrlOf(call.world));
  };
}

// Contract: §7, unknown, foreign and unpublished are one and the same 404; only the log tells which.
function findOwnPublished({ world }: Call, { merchant }: Key, id: string): CatalogProduct {
  const product = world.findProduct(id);
  if (product === undefined)
    throw notFound(`no product of world ${world.name} has the id ${id}; GET /products lists yours`);
  const { publicCode, status, origin } = product;
  if (product.merchant !== merchant) {
    throw notFound(
      `product ${publicCode} (${origin}) belongs to ${product.merchant.slug}; this key belongs to ` +
        `${merchant.slug}: use a key of ${product.merchant.slug}, or a product of ${merchant.slug}`,
    );
  }
  if (status !== PUBLISHED) {
    throw notFound(
      `product ${publicCode} (${origin}) is ${status}; only ${PUBLISHED} products give links: ` +
        "publish it, or ask for another",
    );
  }
  return product;
}

const notFound = (why: string) => new ApiError("product_not_found", { why });
