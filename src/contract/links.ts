// The permanent links of a product behind a hosted address (§2.4, §4.4).
import type { CheckoutLink } from "./checkout-link.ts";

const NOTE =
  "No charge was initiated. The price is calculated and the order created at the hosted checkout.";

/** Makes the permanent links of a product behind a hosted address (§2.4). */
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
