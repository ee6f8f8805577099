// Entries → merchants, keys, products and order series: names are looked up, ids derived, defaults
// filled in, times settled. What leads nowhere is reported at its place and left out.
import { PUBLISHED } from "../contract/product.ts";
import { SCOPES } from "../contract/scopes.ts";
import type { CatalogProduct, Key, Merchant } from "./blueprint.ts";
import type { Diagnostic } from "./diagnostic.ts";
import type { Entries, Entry } from "./entries.ts";
import { deriveId, ROOT_NAMESPACE } from "./ids.ts";
import { createNames } from "./names.ts";
import type { OrderSeries } from "./order-series.ts";
import { resolveRepeat } from "./repeat.ts";
import { resolveTime } from "./resolve-time.ts";
import type { KeySeed, MerchantSeed, OrderSeed, ProductSeed } from "./schema.ts";
import { createWarnings } from "./warnings.ts";

export interface Resolved {
  readonly merchants: readonly Merchant[];
  readonly keys: readonly Key[];
  readonly products: readonly CatalogProduct[];
  readonly orders: readonly OrderSeries[];
}

/** Resolves all entries; relative times are counted from `now` (Unix milliseconds). */
export function resolveEntries(
  entries: Entries,
  now: number,
  report: (diagnostic: Diagnostic) => void,
): Resolved {
  const merchants = createNames<Merchant>("merchant", entries.failures, report);
  const keys = createNames<Key>("key", entries.failures, report);
  const products = createNames<CatalogProduct>("product", entries.failures, report);
  const orders = createNames<OrderSeries>("order", entries.failures, report);
  const ordersOf = new Map<CatalogProduct, number>();
  const warnings = createWarnings(now, report);

  const resolved = {
    merchants: resolveAll(entries.merchants, resolveMerchant),
    keys: resolveAll(entries.keys, resolveKey),
    products: resolveAll(entries.products, resolveProduct),
    orders: resolveAll(entries.orders, resolveOrder),
  };
  // Why: all mistakes are shown together, also the second one of an entry.
  for (const entry of entries.refused) {
    const field = entry.section === "orders" ? "product" : "merchant";
    const name = entry.section === "merchants" ? undefined : entry.seed[field];
    if (typeof name !== "string") continue;
    (field === "product" ? products : merchants).resolve(name, { entry, field });
  }
  return resolved;

  function resolveMerchant(entry: Entry<MerchantSeed>): Merchant | undefined {
    const { slug, name = slug, id, sandboxAccess = true } = entry.seed;
    const merchant = { slug, name, id: idOf(id, slug, ROOT_NAMESPACE), sandboxAccess };
    const named = merchants.add(slug, merchant, { entry, field: "slug" });
    return named && merchants.add(merchant.id, merchant, { entry, field: "id" })
      ? merchant
      : undefined;
  }

  function resolveKey(entry: Entry<KeySeed>): Key | undefined {
    const { key: token, scopes = SCOPES, status = "active", sandboxAccess = true } = entry.seed;
    const merchant = merchants.resolve(entry.seed.merchant, { entry, field: "merchant" });
    const expiry = { entry, field: "expiresAt", text: entry.seed.expiresAt };
    const expiresAt = resolveTime(expiry, now, report);
    if (merchant === undefined) return undefined;
    const key: Key = {
      key: token,
      merchant,
      scopes: [...new Set(scopes)],
      status,
      expiresAt: expiresAt?.ms,
      sandboxAccess,
      rateLimit: entry.seed.rateLimit,
      origin: entry.document.origin(entry.written),
    };
    warnings.ofKey(entry, key);
    return keys.add(token, key, { entry, field: "key" }) ? key : undefined;
  }

  function resolveProduct(entry: Entry<ProductSeed>): CatalogProduct | undefined {
    const { publicCode, status = PUBLISHED, currency, version = 1, title, priceMinor } = entry.seed;
    const merchant = merchants.resolve(entry.seed.merchant, { entry, field: "merchant" });
    if (merchant === undefined) {
      entries.failures.add("products", entry.written);
      return undefined;
    }
    const product: CatalogProduct = {
      id: idOf(entry.seed.id, `product:${publicCode}`, merchant.id),
      publicCode,
      status,
      currency,
      version,
      merchant,
      title,
      priceMinor: priceMinor?.toString(),
      origin: entry.document.origin(entry.written),
    };
    warnings.ofProduct(entry, product);
    const named = products.add(publicCode, product, { entry, field: "publicCode" });
    return named && products.add(product.id, product, { entry, field: "id" }) ? product : undefined;
  }

  function resolveOrder(entry: Entry<OrderSeed>): OrderSeries | undefined {
    const { seed } = entry;
    const product = products.resolve(seed.product, { entry, field: "product" });
    const creation = { entry, field: "createdAt", text: seed.createdAt };
    const start = resolveTime(creation, now, report);
    const repeat = start && resolveRepeat(entry, start, report);
    if (product === undefined || start === undefined || repeat === undefined) return undefined;
    const before = ordersOf.get(product) ?? 0;
    ordersOf.set(product, before + repeat.times);
    const series: OrderSeries = {
      product,
      id: seed.id?.toLowerCase(),
      ref: seed.ref,
      before,
      state: seed.state ?? "PAID",
      currency: seed.currency ?? product.currency,
      amountMinor: seed.amountMinor.toString(),
      refundedMinor: (seed.refundedMinor ?? "0").toString(),
      start,
      ...repeat,
    };
    warnings.ofOrder(entry, series);
    if (series.id !== undefined && !orders.add(series.id, series, { entry, field: "id" })) {
      return undefined;
    }
    return seed.ref === undefined || orders.add(seed.ref, series, { entry, field: "ref" })
      ? series
      : undefined;
  }
}

function resolveAll<Seed, Thing>(
  entries: readonly Entry<Seed>[],
  resolve: (entry: Entry<Seed>) => Thing | undefined,
): Thing[] {
  return entries.map(resolve).filter((thing) => thing !== undefined);
}

// Contract: §2, ids are UUIDs; they are answered in lower case.
function idOf(given: string | undefined, name: string, namespace: string): string {
  return given?.toLowerCase() ?? deriveId(name, namespace);
}
