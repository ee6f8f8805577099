// The request and the result of making a checkout link (§2.4, §4.4).
import * as v from "valibot";
import { EnvironmentSchema, UuidSchema } from "./schemas.ts";

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
