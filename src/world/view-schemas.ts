// The schemas of what the control API shows. They parse nothing: they are for the OpenAPI document, and for the types
// of views.ts.
import * as v from "valibot";
import { ScopeSchema } from "../contract/formats.ts";
import { COLLECTIONS } from "../model/schema.ts";
import { LimitSchema, RateLimitSchema } from "../model/settings-schema.ts";

const slug = v.pipe(v.string(), v.description("The merchant's slug."));
const time = v.pipe(v.string(), v.description("ISO 8601, in UTC."));
const access = v.pipe(v.boolean(), v.description("Whether it has sandbox access."));

export const ClockSchema = v.pipe(
  v.strictObject({
    now: time,
    frozen: v.pipe(v.boolean(), v.description("Whether the clock is stopped.")),
  }),
  v.description("The clock of a world."),
);
export type ClockView = v.InferOutput<typeof ClockSchema>;

export const MerchantSchema = v.pipe(
  v.strictObject({
    slug: v.pipe(v.string(), v.description("The name that keys and products use to refer to it.")),
    name: v.string(),
    id: v.string(),
    sandboxAccess: access,
  }),
  v.description("A merchant."),
);
export type MerchantView = v.InferOutput<typeof MerchantSchema>;

export const KeySchema = v.pipe(
  v.strictObject({
    key: v.pipe(v.string(), v.description("The complete token.")),
    merchant: slug,
    scopes: v.array(ScopeSchema),
    status: v.picklist(["active", "revoked"]),
    expiresAt: v.pipe(v.nullable(v.string()), v.description("ISO 8601, in UTC; null means never.")),
    sandboxAccess: access,
    rateLimit: v.pipe(
      v.nullable(LimitSchema),
      v.description("Its own limit. Null means the limit in the settings."),
    ),
  }),
  v.description("A key of a merchant."),
);
export type KeyView = v.InferOutput<typeof KeySchema>;

export const ProductViewSchema = v.pipe(
  v.strictObject({
    id: v.string(),
    publicCode: v.string(),
    merchant: slug,
    status: v.pipe(v.string(), v.description("Only `PUBLISHED` products have links.")),
    currency: v.string(),
    version: v.number(),
    title: v.pipe(v.nullable(v.string()), v.description("The title on the hosted pages.")),
    priceMinor: v.pipe(
      v.nullable(v.string()),
      v.description("The price of one at the hosted checkout, in minor units."),
    ),
  }),
  v.description("A product, including fields that the API does not return."),
);
export type ProductView = v.InferOutput<typeof ProductViewSchema>;

export const FaultSchema = v.pipe(
  v.strictObject({
    ...COLLECTIONS.faults.entries,
    hits: v.pipe(v.number(), v.description("How many requests it was applied to.")),
  }),
  v.description("A fault rule, and how often it was applied."),
);
export type FaultView = v.InferOutput<typeof FaultSchema>;

export const LimitsSchema = v.pipe(
  v.strictObject({
    rateLimit: v.pipe(LimitSchema, v.description("The limit of each key without its own.")),
    buckets: v.pipe(
      v.array(
        v.strictObject({
          key: v.string(),
          rateLimit: RateLimitSchema,
          tokens: v.pipe(
            v.number(),
            v.description("The tokens in the bucket. Requests take whole tokens."),
          ),
        }),
      ),
      v.description("One for each key with a limit."),
    ),
  }),
  v.description("The rate limit of a world, and the buckets of its keys."),
);
export type LimitsView = v.InferOutput<typeof LimitsSchema>;
