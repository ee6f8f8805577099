// What the control API answers of the things in a world: whole entries, in the words of the seed format.
import * as v from "valibot";
import { ScopeSchema } from "../contract/scopes.ts";
import type { CatalogProduct, Key, Merchant } from "../seeds/blueprint.ts";
import { RateLimitSchema } from "../seeds/schema.ts";
import { formatTime } from "../seeds/times.ts";
import type { Clock } from "../world/clock.ts";

export const ClockSchema = v.strictObject({ now: v.string(), frozen: v.boolean() });

export const MerchantSchema = v.strictObject({
  slug: v.string(),
  name: v.string(),
  id: v.string(),
  sandboxAccess: v.boolean(),
});

export const KeySchema = v.strictObject({
  key: v.string(),
  merchant: v.string(),
  scopes: v.array(ScopeSchema),
  status: v.picklist(["active", "revoked"]),
  expiresAt: v.nullable(v.string()),
  sandboxAccess: v.boolean(),
  rateLimit: v.nullable(RateLimitSchema),
});

export const ProductSchema = v.strictObject({
  id: v.string(),
  publicCode: v.string(),
  merchant: v.string(),
  status: v.string(),
  currency: v.string(),
  version: v.number(),
  title: v.nullable(v.string()),
  priceMinor: v.nullable(v.string()),
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
