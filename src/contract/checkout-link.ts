// The request and the result of making a checkout link (§2.4, §4.4).
import * as v from "valibot";
import { EnvironmentSchema, UuidSchema } from "./formats.ts";

/** The body of `POST …/checkout-links`: one field, and no other (§4.4). */
export const CheckoutLinkRequestSchema = v.pipe(
  v.strictObject({
    productId: v.pipe(
      UuidSchema,
      v.description("The `id` of a published product of the merchant that owns the key."),
    ),
  }),
  v.description("Which product the links are to lead to (§4.4)."),
);

/** What `POST …/checkout-links` answers: the permanent, reusable links of one product (§2.4). */
export const CheckoutLinkSchema = v.pipe(
  v.strictObject({
    productId: v.pipe(UuidSchema, v.description("The product that was asked for.")),
    productUrl: v.pipe(v.string(), v.url(), v.description("The hosted page of the product.")),
    checkoutUrl: v.pipe(
      v.string(),
      v.url(),
      v.description("The hosted checkout, which calculates the price and creates the order."),
    ),
    environment: EnvironmentSchema,
    note: v.pipe(
      v.string(),
      v.description("A sentence for people: nothing was charged. Its wording is not fixed."),
    ),
  }),
  v.description("The permanent and reusable links of one product (§2.4)."),
);
export type CheckoutLink = v.InferOutput<typeof CheckoutLinkSchema>;

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
