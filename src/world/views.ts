// What is told of the things in a world, by the control API and by handles alike: whole entries, in the
// words of the seed format.
import type * as v from "valibot";
import type { CatalogProduct, Key, Merchant } from "../model/state.ts";
import { formatTime } from "../shared/times.ts";
import type { Clock } from "./clock.ts";
import { expiryOf } from "./keys.ts";
import type {
  ClockSchema,
  FaultSchema,
  KeySchema,
  LimitsSchema,
  MerchantSchema,
  ProductViewSchema,
} from "./view-schemas.ts";
import type { World } from "./world.ts";

export type ClockView = v.InferOutput<typeof ClockSchema>;
export type MerchantView = v.InferOutput<typeof MerchantSchema>;
export type KeyView = v.InferOutput<typeof KeySchema>;
export type ProductView = v.InferOutput<typeof ProductViewSchema>;
/** A fault rule, as seeds write it, and how often it has hit. */
export type FaultView = v.InferOutput<typeof FaultSchema>;
/** The limit of all keys without their own, and the buckets as they stand. */
export type LimitsView = v.InferOutput<typeof LimitsSchema>;

/** Shows a clock. */
export function viewClock(clock: Clock): ClockView {
  return { now: formatTime(clock.now()), frozen: clock.frozen };
}

/** Shows a merchant. */
export function viewMerchant(merchant: Merchant): MerchantView {
  const { slug, name, id, sandboxAccess } = merchant;
  return { slug, name, id, sandboxAccess };
}

/** Shows a key, whole: whoever may ask here may use it. */
export function viewKey(key: Key, { start }: Pick<World, "start">): KeyView {
  const { merchant, scopes, status, sandboxAccess, rateLimit } = key;
  const expiresAt = expiryOf(key, start);
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
export function viewProduct(product: CatalogProduct): ProductView {
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

/** Shows the fault rules of a world. */
export function viewFaults({ state, faults }: World): FaultView[] {
  const hits = faults.list().map((fault) => fault.hits);
  return state.source.faults.map(({ entry }, n) => ({ ...entry.seed, hits: hits[n] ?? 0 }));
}

/** Shows the limits of a world. */
export function viewLimits({ state, settings, rateLimiter }: World): LimitsView {
  const buckets = [...state.keys.values()].flatMap((key) => {
    const bucket = rateLimiter.look(key);
    return bucket ? [{ key: key.key, rateLimit: bucket.limit, tokens: bucket.tokens }] : [];
  });
  return { rateLimit: settings.rateLimit, buckets };
}
