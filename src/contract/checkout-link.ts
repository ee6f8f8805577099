// The request and the result of making a checkout link (§2.4, §4.4).
import * as v from "valibot";
import { EnvironmentSchema, UuidSchema } from "./formats.ts";

/** The body of `POST …/checkout-links`: one field, and no other (§4.4). */
export const CheckoutLinkRequestSchema = v.strictObject({ productId: UuidSchema });

/** What `POST …/checkout-links` answers: the permanent, reusable links of one product (§2.4). */
export const CheckoutLinkSchema = v.strictObject({
  productId: UuidSchema,
  productUrl: v.pipe(v.string(), v.url()),
  checkoutUrl: v.pipe(v.string(), v.url()),
  environment: EnvironmentSchema,
  note: v.string(),
});
export type CheckoutLink = v.InferOutput<typeof CheckoutLinkSchema>;

/** Makes the permanent links of a product behind a hosted address (§2.4). */
export function linksOf(
  hostedUrl: string,
  { id, publicCode }: { readonly id: string; readonly publicCode: string },
): Pick<CheckoutLink, "productUrl" | "checkoutUrl"> {
  return {
    productUrl: `${hostedUrl}/p/${encodeURIComponent(publicCode)}`,
    checkoutUrl: `${hostedUrl}/checkout/${id}`,
  };
}
