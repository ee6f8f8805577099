// How the control API and world handles show a world: whole entries, with the field names of the seed format. The schemas
// parse nothing: they are for the OpenAPI document, and for the types.
import * as v from "valibot";
import { ScopeSchema } from "../contract/formats.ts";
import { COLLECTIONS } from "../model/schema.ts";
import { LimitSchema, RateLimitSchema } from "../model/settings-schema.ts";
import type { CatalogProduct, Key, Merchant } from "../model/state.ts";
import { formatTime } from "../shared/times.ts";
import type { Clock } from "./clock.ts";
import { expiryOf } from "./keys.ts";
import type { World } from "./world.ts";

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

/** Shows a clock. */
export function viewClock(clock: Clock): ClockView {
  return { now: formatTime(clock.now()), frozen: clock.frozen };
}

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

/** Shows a merchant. */
export function viewMerchant(merchant: Merchant): MerchantView {
  return view(MerchantSchema, merchant);
}

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

/** Shows a key, unmasked, because callers of the control API may use it. */
export function viewKey(key: Key, { start }: Pick<World, "start">): KeyView {
  const expiresAt = expiryOf(key, start);
  return view(KeySchema, {
    ...key,
    merchant: key.merchant.slug,
    scopes: [...key.scopes],
    expiresAt: expiresAt === undefined ? undefined : formatTime(expiresAt),
  });
}

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

/** Shows a product, with fields that the API does not return. */
export function viewProduct(product: CatalogProduct): ProductView {
  return view(ProductViewSchema, { ...product, merchant: product.merchant.slug });
}

export const FaultSchema = v.pipe(
  v.strictObject({
    ...COLLECTIONS.faults.entries,
    hits: v.pipe(v.number(), v.description("How many requests it was applied to.")),
  }),
  v.description("A fault rule, and how often it was applied."),
);
export type FaultView = v.InferOutput<typeof FaultSchema>;

/** Shows the fault rules of a world. */
export function viewFaults({ state, faults }: World): FaultView[] {
  const hits = faults.list().map((fault) => fault.hits);
  return state.source.faults.map(({ entry }, n) => ({ ...entry.seed, hits: hits[n] ?? 0 }));
}

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

/** Shows the limits of a world. */
export function viewLimits({ state, settings, rateLimiter }: World): LimitsView {
  const buckets = [...state.keys.values()].flatMap((key) => {
    const bucket = rateLimiter.look(key);
    return bucket ? [{ key: key.key, rateLimit: bucket.limit, tokens: bucket.tokens }] : [];
  });
  return { rateLimit: settings.rateLimit, buckets };
}

/** The values of a view. Missing ones are shown as null. */
type Shown<View> = {
  readonly [Field in keyof View as null extends View[Field] ? never : Field]: View[Field];
} & { readonly [Field in keyof View]?: View[Field] | undefined };

/** Returns the fields of a schema, in its order. */
function view<Schema extends v.GenericSchema & { readonly entries: object }>(
  { entries }: Schema,
  fields: Shown<v.InferOutput<Schema>>,
): v.InferOutput<Schema> {
  const values: Readonly<Record<string, unknown>> = fields;
  return Object.fromEntries(Object.keys(entries).map((name) => [name, values[name] ?? null]));
}
