// What the API takes and answers (§2, §4): the general formats, each resource, and the bodies of each endpoint.
// Wire schemas have no check and no transform, so that each of them can be written as JSON Schema.
import * as v from "valibot";
import { type EndpointName, SCOPES } from "./endpoints.ts";
import { LIST_LIMIT } from "./list.ts";

/** A UUID in either case, with its four hyphens and nothing around them (§2). */
export const UuidSchema = v.pipe(v.string(), v.uuid());

/** Money in minor units, as a string of decimal digits of any length (§2, §8.3). */
export const DigitsSchema = v.pipe(v.string(), v.regex(/^\d+$/));

/** An ISO 8601 date-time in UTC with a trailing `Z` and any fraction of a second (§2). */
export const TimestampSchema = v.pipe(
  v.string(),
  // Contract: §2 sets no end to the fraction; `v.isoTimestamp` takes nine digits of it.
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?Z$/),
  v.metadata({ format: "date-time" }),
);

/** The only environment there is (§1.2). */
export const EnvironmentSchema = v.pipe(
  v.literal("SANDBOX"),
  v.description("Always `SANDBOX`: there is no other environment (§1)."),
);

/** One of the scopes that a key may hold (§5.4). */
export const ScopeSchema = v.picklist(SCOPES);

/** What `GET …/ping` answers: whose key it is and what the key may do (§2.1). */
export const PingSchema = v.pipe(
  v.strictObject({
    merchantId: v.pipe(UuidSchema, v.description("The merchant that owns the key.")),
    scopes: v.pipe(
      v.array(ScopeSchema),
      v.description("The scopes that the key holds; there may be none."),
      v.metadata({
        "x-sandbox-choice":
          "The document names these three scopes and does not say that there are no others (§5).",
      }),
    ),
    environment: EnvironmentSchema,
    liveEnabled: v.pipe(
      v.literal(false),
      v.description("Always `false`: live access is unavailable (§1)."),
    ),
  }),
  v.description("Whose key it is, and what the key may do (§2.1)."),
);
export type Ping = v.InferOutput<typeof PingSchema>;

/** One item of `GET …/products` (§2.2). */
export const ProductSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    publicCode: v.pipe(
      v.string(),
      v.description("The product's name in the address of its page. It may hold any character."),
    ),
    status: v.pipe(
      v.string(),
      v.description(
        "`PUBLISHED`, the only status that gives checkout links, or another word: the document names no other (§3).",
      ),
    ),
    currency: v.pipe(v.string(), v.description("The document names no format and no values.")),
    version: v.pipe(v.number(), v.safeInteger(), v.description("The version of the product.")),
  }),
  v.description("The identity of a product, without its content and its price (§2.2)."),
);
export type Product = v.InferOutput<typeof ProductSchema>;

/** One item of `GET …/orders` (§2.3). */
export const OrderSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    productId: v.pipe(UuidSchema, v.description("The product that was ordered.")),
    state: v.pipe(
      v.string(),
      v.description("`PAID`, or another word: the document names no other state (§3)."),
    ),
    currency: v.string(),
    amountMinor: v.pipe(
      DigitsSchema,
      v.description(
        "In the smallest unit of the currency, as digits: there may be more than a number holds exactly (§2).",
      ),
    ),
    refundedMinor: v.pipe(
      DigitsSchema,
      v.description("How much of the amount was paid back, written like it."),
    ),
    createdAt: v.pipe(
      TimestampSchema,
      v.description("In UTC, with a `Z` at its end; fractions of a second may be left out (§2)."),
    ),
  }),
  v.description("A sandbox order of one product (§2.3)."),
);
export type Order = v.InferOutput<typeof OrderSchema>;

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

/** The bodies of one endpoint; `request` is undefined where none is read. */
interface Bodies {
  readonly request: v.GenericSchema | undefined;
  readonly response: v.GenericSchema;
}

export const BODIES = {
  ping: { request: undefined, response: PingSchema },
  products: {
    request: undefined,
    response: v.pipe(v.array(ProductSchema), v.maxLength(LIST_LIMIT)),
  },
  orders: {
    request: undefined,
    response: v.pipe(v.array(OrderSchema), v.maxLength(LIST_LIMIT)),
  },
  "checkout-links": { request: CheckoutLinkRequestSchema, response: CheckoutLinkSchema },
} as const satisfies Record<EndpointName, Bodies>;
