// What the control API answers of the things in a world: whole entries, in the words of the seed format.
import type { CatalogProduct, Key, Merchant } from "../seeds/blueprint.ts";
import { formatTime } from "../seeds/times.ts";
import type { Clock } from "../world/clock.ts";
import type { Answer } from "./answers.ts";

/** Shows a clock. */
export function viewClock(clock: Clock): Answer<"Clock"> {
  return { now: formatTime(clock.now()), frozen: clock.frozen };
}

/** Shows a merchant. */
export function viewMerchant(merchant: Merchant): Answer<"Merchant"> {
  const { slug, name, id, sandboxAccess } = merchant;
  return { slug, name, id, sandboxAccess };
}

/** Shows a key, whole: whoever may ask here may use it. */
export function viewKey(key: Key): Answer<"Key"> {
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
export function viewProduct(product: CatalogProduct): Answer<"Product"> {
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
