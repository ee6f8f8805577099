// POST …/checkout-links: the permanent links of one published product (§2.4, §4.4).
import * as v from "valibot";
import { type EndpointDescription, PREFIX } from "../endpoint.ts";
import { EnvironmentSchema, UuidSchema } from "../formats.ts";
import { ATLAS, type Product } from "./products.ts";

/** The body of `POST …/checkout-links`: one field, and no other (§4.4). */
export const CheckoutLinkRequestSchema = v.pipe(
  v.strictObject({
    productId: v.pipe(
      UuidSchema,
      v.description("The `id` of a published product of the merchant that owns the key."),
    ),
  }),
  v.description("The product that the links lead to (§4.4)."),
);
export type CheckoutLinkRequest = v.InferOutput<typeof CheckoutLinkRequestSchema>;

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
      v.description("A note for people that nothing was charged. Its wording may change."),
    ),
  }),
  v.description("The permanent and reusable links of one product (§2.4)."),
);
export type CheckoutLink = v.InferOutput<typeof CheckoutLinkSchema>;

const NOTE =
  "No charge was initiated. The price is calculated and the order created at the hosted checkout.";

/** Makes the permanent links of a product under a hosted address (§2.4). */
export function linksOf(
  hostedUrl: string,
  product: Pick<Product, "id" | "publicCode">,
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
  { publicCode }: Pick<Product, "publicCode">,
): string => `${hostedUrl}/p/${encodeURIComponent(publicCode)}`;

/** Makes the link of a product's checkout. */
export const checkoutUrlOf = (hostedUrl: string, { id }: Pick<Product, "id">): string =>
  `${hostedUrl}/checkout/${id}`;

export const CHECKOUT_LINKS = {
  name: "checkout-links",
  section: "4.4",
  method: "POST",
  path: `${PREFIX}/checkout-links`,
  scope: "checkout:links",
  success: 201,
  operationId: "createCheckoutLink",
  summary: "Get the links of a product",
  description:
    "Returns the hosted links of a published product. They are permanent and reusable: the same " +
    "request gets the same response. Nothing is charged, no price is locked and nothing is reserved; " +
    "the hosted checkout calculates the price and creates the order (§2.4, §4.4).",
  schemas: { CheckoutLinkRequest: CheckoutLinkRequestSchema, CheckoutLink: CheckoutLinkSchema },
  request: {
    schema: CheckoutLinkRequestSchema,
    description: "The product, and no other field.",
    examples: { product: { summary: "A published product", value: { productId: ATLAS.id } } },
  },
  response: {
    schema: CheckoutLinkSchema,
    description: "The links; no payment was initiated.",
    examples: {
      links: {
        summary: "The links of a product",
        value: linksOf("http://127.0.0.1:4701", ATLAS),
      },
    },
  },
} as const satisfies EndpointDescription;
