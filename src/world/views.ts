// How the control API and world handles show a world: whole entries, with the field names of the seed format.
import type * as v from "valibot";
import type { CatalogProduct, Key, Merchant } from "../model/state.ts";
import { formatTime } from "../shared/times.ts";
import type { Clock } from "./clock.ts";
import { expiryOf } from "./keys.ts";
import {
  type ClockView,
  type FaultView,
  KeySchema,
  type KeyView,
  type LimitsView,
  MerchantSchema,
  type MerchantView,
  type ProductView,
  ProductViewSchema,
} from "./view-schemas.ts";
import type { World } from "./world.ts";

/** Shows a clock. */
export function viewClock(clock: Clock): ClockView {
  return { now: formatTime(clock.now()), frozen: clock.frozen };
}

/** Shows a merchant. */
export function viewMerchant(merchant: Merchant): MerchantView {
  return view(MerchantSchema, merchant);
}

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

/** Shows a product, with fields that the API does not return. */
export function viewProduct(product: CatalogProduct): ProductView {
  return view(ProductViewSchema, { ...product, merchant: product.merchant.slug });
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
