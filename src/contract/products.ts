// What the API shows of a product: its identity (§2.2) and its permanent links (§2.4).
import type { CheckoutLink, Product } from "./schemas.ts";

// Contract: §3, only a product of this status gets checkout links.
export const PUBLISHED = "PUBLISHED";

const NOTE =
  "No charge was initiated. The price is calculated and the order created at the hosted checkout.";

/** Makes the identity of a product: these fields and no others, in this order (§2.2). */
export const identityOf = ({ id, publicCode, status, currency, version }: Product): Product => ({
  id,
  publicCode,
  status,
  currency,
  version,
});

/** Makes the permanent links of a product under a hosted address (§2.4). */
export function linksOf(
  hostedUrl: string,
  product: { readonly id: string; readonly publicCode: string },
): CheckoutLink {
  return {
    productId: product.id,
    productUrl: productUrlOf(hostedUrl, product),
    checkoutUrl: checkoutUrlOf(hostedUrl, product),
    environment: "SANDBOX",
    note: NOTE,
  };
}

/** Makes the link of a product's page. */
export const productUrlOf = (
  hostedUrl: string,
  { publicCode }: { readonly publicCode: string },
): string => `${hostedUrl}/p/${encodeURIComponent(publicCode)}`;

/** Makes the link of a product's checkout. */
export const checkoutUrlOf = (hostedUrl: string, { id }: { readonly id: string }): string =>
  `${hostedUrl}/checkout/${id}`;
