// What the control API answers of the things in a world: whole entries, in the words of the seed format.
import * as v from "valibot";
import { ScopeSchema } from "../contract/scopes.ts";
import type { CatalogProduct, Key, Merchant } from "../seeds/blueprint.ts";
import { RateLimitSchema } from "../seeds/schema.ts";
import { formatTime } from "../seeds/times.ts";
import type { Clock } from "../world/clock.ts";

const slug = v.pipe(v.string(), v.description("The merchant's slug."));
const time = v.pipe(v.string(), v.description("ISO 8601, in UTC."));
const access = v.pipe(v.boolean(), v.description("Whether the sandbox is open to it."));

export const ClockSchema = v.strictObject({
  now: time,
  frozen: v.pipe(v.boolean(), v.description("Whether it stands still.")),
});

export const MerchantSchema = v.strictObject({
  slug: v.pipe(v.string(), v.description("The name that keys and products refer to.")),
  name: v.string(),
  id: v.string(),
  sandboxAccess: access,
});

export const KeySchema = v.strictObject({
  key: v.pipe(v.string(), v.description("The token, whole.")),
  merchant: slug,
  scopes: v.array(ScopeSchema),
  status: v.picklist(["active", "revoked"]),
  expiresAt: v.pipe(v.nullable(v.string()), v.description("ISO 8601, in UTC; null means never.")),
  sandboxAccess: access,
  rateLimit: v.pipe(
    v.nullable(RateLimitSchema),
    v.description("Its own; null means that of the settings."),
  ),
});

export const ProductSchema = v.strictObject({
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
});

/** Shows a clock. */
export function viewClock(clock: Clock): v.InferOutput<typeof ClockSchema> {
  return { now: formatTime(clock.now()), frozen: clock.frozen };
}

/** Shows a merchant. */
export function viewMerchant(merchant: Merchant): v.InferOutput<typeof MerchantSchema> {
  const { slug, name, id, sandboxAccess } = merchant;
  return { slug, name, id, sandboxAccess };
}

/** Shows a key, whole: whoever may ask here may use it. */
export function viewKey(key: Key): v.InferOutput<typeof KeySchema> {
  const { merchant, scopes, status, expiresAt, sandboxAccess, rateLimit } = key;
  return {
    key: key.key,
    merchant: merchant.slug,
    scopes: [...scopes],
    status,
    expiresAt: expiresAt === undefined ? null : formatTime(expiresAt),
    sandboxAccess,
    rateLimit: rateLimit ?? null,
  };
}

/** Shows a product, with what the API never shows of it. */
export function viewProduct(product: CatalogProduct): v.InferOutput<typeof ProductSchema> {
  const { id, publicCode, merchant, status, currency, version, title, priceMinor } = product;
  return {
    id,
    publicCode,
    merchant: merchant.slug,
    status,
    currency,
    version,
    title: title ?? null,
    priceMinor: priceMinor ?? null,
  };
}
