// The shapes in which the things in a world are shown. Nothing is parsed by them: they are there to be
// described, and for the types of what views.ts makes.
import * as v from "valibot";
import { ScopeSchema } from "../contract/formats.ts";
import { COLLECTIONS } from "../seeds/format/schema.ts";
import { LimitSchema, RateLimitSchema } from "../seeds/format/settings-schema.ts";

const slug = v.pipe(v.string(), v.description("The merchant's slug."));
const time = v.pipe(v.string(), v.description("ISO 8601, in UTC."));
const access = v.pipe(v.boolean(), v.description("Whether the sandbox is open to it."));

export const ClockSchema = v.pipe(
  v.strictObject({
    now: time,
    frozen: v.pipe(v.boolean(), v.description("Whether it stands still.")),
  }),
  v.description("What time it is in a world."),
);

export const MerchantSchema = v.pipe(
  v.strictObject({
    slug: v.pipe(v.string(), v.description("The name that keys and products refer to.")),
    name: v.string(),
    id: v.string(),
    sandboxAccess: access,
  }),
  v.description("Who owns keys and products."),
);

export const KeySchema = v.pipe(
  v.strictObject({
    key: v.pipe(v.string(), v.description("The token, whole.")),
    merchant: slug,
    scopes: v.array(ScopeSchema),
    status: v.picklist(["active", "revoked"]),
    expiresAt: v.pipe(v.nullable(v.string()), v.description("ISO 8601, in UTC; null means never.")),
    sandboxAccess: access,
    rateLimit: v.pipe(
      v.nullable(LimitSchema),
      v.description("Its own; null means that of the settings."),
    ),
  }),
  v.description("A key of a merchant."),
);

export const ProductViewSchema = v.pipe(
  v.strictObject({
    id: v.string(),
    publicCode: v.string(),
    merchant: slug,
    status: v.pipe(v.string(), v.description("Only `PUBLISHED` gives links.")),
    currency: v.string(),
    version: v.number(),
    title: v.pipe(v.nullable(v.string()), v.description("What the hosted pages call it.")),
    priceMinor: v.pipe(
      v.nullable(v.string()),
      v.description("What one costs at the hosted checkout, in minor units."),
    ),
  }),
  v.description("A product, with what the API never shows of it."),
);

export const FaultSchema = v.pipe(
  v.strictObject({
    ...COLLECTIONS.faults.entries,
    hits: v.pipe(v.number(), v.description("How many requests it has hit.")),
  }),
  v.description("A fault rule, and what became of it."),
);

export const LimitsSchema = v.pipe(
  v.strictObject({
    rateLimit: v.pipe(LimitSchema, v.description("Of each key that has none of its own.")),
    buckets: v.pipe(
      v.array(
        v.strictObject({
          key: v.string(),
          rateLimit: RateLimitSchema,
          tokens: v.pipe(v.number(), v.description("What the bucket holds; whole ones are drawn.")),
        }),
      ),
      v.description("One for each key that is limited."),
    ),
  }),
  v.description("The rate limit of a world, and the buckets of its keys."),
);
