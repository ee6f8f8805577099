// Entries → merchants, keys, products and order series: names are looked up, ids derived, defaults
// filled in, times settled. What leads nowhere is reported at its place and left out.

import { SCOPES } from "../../contract/endpoints.ts";
import { PUBLISHED } from "../../contract/products.ts";
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import type { CatalogProduct, FaultRule, Key, Merchant, OrderSeries } from "../../model/state.ts";
import { once } from "../../shared/lazy.ts";
import type { FaultSeed, KeySeed, MerchantSeed, OrderSeed, ProductSeed } from "../format/schema.ts";
import { type Entries, type Entry, originOf } from "../read/entries.ts";
import { checkParts, type Part } from "./check-parts.ts";
import { type Diagnosing, SILENT } from "./diagnosing.ts";
import { resolveFault } from "./faults.ts";
import { findSettled, namesOf } from "./find-settled.ts";
import { createNames, type Names, type NamesUser } from "./names.ts";
import { resolveRepeat } from "./repeat.ts";
import { resolveTime } from "./times.ts";
import { createWarnings } from "./warnings.ts";

export interface Resolved {
  readonly merchants: readonly Merchant[];
  readonly keys: readonly Key[];
  readonly products: readonly CatalogProduct[];
  readonly orders: () => readonly OrderSeries[];
  readonly faults: readonly FaultRule[];
}

/** Resolved entries, and what it takes to resolve others that differ from them in part. */
export interface Resolution extends Resolved {
  readonly entries: Entries;
  readonly now: number;
  readonly names: {
    readonly merchants: Names<Merchant>;
    readonly keys: Names<Key>;
    readonly products: Names<CatalogProduct>;
  };
}

// Why: nobody reads so many suggestions.
const MAX_SEARCHES = 50;

/** The fields by which entries refer to others, and to which. */
const REFERENCES: Readonly<Record<string, readonly (keyof Resolution["names"])[]>> = {
  keys: ["merchants"],
  products: ["merchants"],
  orders: ["products"],
  faults: ["merchants", "keys"],
};

/**
 * Resolves all entries; relative times are counted from `now` (Unix milliseconds). The lists that are
 * the same in `known` are taken over from there.
 */
export function resolveEntries(
  entries: Entries,
  now: number,
  diagnosing: Diagnosing = SILENT,
  known?: Resolution,
): Resolution {
  const { report, warns, failures, refused } = diagnosing;
  const warnings = warns ? createWarnings(now, report) : undefined;
  const ordersOf = new Map<CatalogProduct, number>();
  const parts: Part[] = [];
  // Why: an order of a product that nobody owns is no mistake of its own.
  const lost = new Set<string>();
  const user: NamesUser = {
    report,
    failures: { mayHold: (name) => lost.has(name) || failures.mayHold(name) },
    searches: MAX_SEARCHES,
  };

  const keepsMerchants = known?.entries.merchants === entries.merchants;
  const keepsKeys = keepsMerchants && known?.entries.keys === entries.keys && known.now === now;
  const keepsProducts = keepsMerchants && known?.entries.products === entries.products;
  const keepsOrders =
    keepsProducts && known?.entries.orders === entries.orders && known.now === now;
  const keepsFaults = keepsKeys && known?.entries.faults === entries.faults;

  const names = {
    merchants: keepsMerchants ? known.names.merchants : createNames<Merchant>("merchant"),
    keys: keepsKeys ? known.names.keys : createNames<Key>("key"),
    products: keepsProducts ? known.names.products : createNames<CatalogProduct>("product"),
  };
  const orderNames = createNames<OrderSeries>("order");
  const resolved = {
    merchants: keepsMerchants ? known.merchants : resolveAll(entries.merchants, resolveMerchant),
    keys: keepsKeys ? known.keys : resolveKeys(),
    products: keepsProducts ? known.products : resolveAll(entries.products, resolveProduct),
    orders: keepsOrders ? known.orders : once(resolveOrders),
  };
  // Why: where nobody is told of mistakes, there is none, and so they can wait until they are needed.
  if (!keepsOrders && diagnosing !== SILENT) checkParts(parts, resolved.orders(), report);
  const faults = keepsFaults ? known.faults : resolveAll(entries.faults, resolveRule);
  // Why: all mistakes are shown together, also the second one of an entry.
  for (const entry of refused) {
    for (const kind of REFERENCES[entry.section] ?? []) {
      const field = kind.slice(0, -1);
      const name = entry.seed[field];
      if (typeof name === "string") names[kind].resolve(name, { entry, field }, user);
    }
  }
  return { ...resolved, faults, entries, now, names };

  function resolveMerchant(entry: Entry<MerchantSeed>): Merchant | undefined {
    const { slug, name = slug, sandboxAccess = true } = entry.seed;
    const id = idOfMerchant(entry.seed);
    const merchant = { slug, name, id, sandboxAccess, origin: originOf(entry) };
    const named = names.merchants.add(slug, merchant, { entry, field: "slug" }, user);
    return named && names.merchants.add(merchant.id, merchant, { entry, field: "id" }, user)
      ? merchant
      : undefined;
  }

  function resolveKeys(): Key[] {
    const settled =
      keepsMerchants && known.now === now
        ? findSettled(entries.keys, known.entries.keys, known.keys)
        : [];
    return entries.keys
      .map((entry, n) => nameKey(entry, settled[n] ?? resolveKey(entry)))
      .filter((key) => key !== undefined);
  }

  function nameKey(entry: Entry<KeySeed>, key: Key | undefined): Key | undefined {
    return key && names.keys.add(key.key, key, { entry, field: "key" }, user) ? key : undefined;
  }

  function resolveKey(entry: Entry<KeySeed>): Key | undefined {
    const { key: token, scopes = SCOPES, status = "active", sandboxAccess = true } = entry.seed;
    const merchant = names.merchants.resolve(
      entry.seed.merchant,
      { entry, field: "merchant" },
      user,
    );
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
      origin: originOf(entry),
    };
    warnings?.ofKey(entry, key);
    return key;
  }

  function resolveProduct(entry: Entry<ProductSeed>): CatalogProduct | undefined {
    const { publicCode, status = PUBLISHED, currency, version = 1, title, priceMinor } = entry.seed;
    const merchant = names.merchants.resolve(
      entry.seed.merchant,
      { entry, field: "merchant" },
      user,
    );
    if (merchant === undefined) {
      lost.add(publicCode);
      return undefined;
    }
    const product: CatalogProduct = {
      id: idOfProduct(entry.seed, merchant.id),
      publicCode,
      status,
      currency,
      version,
      merchant,
      title,
      priceMinor: priceMinor?.toString(),
      origin: originOf(entry),
    };
    warnings?.ofProduct(entry, product);
    const named = names.products.add(publicCode, product, { entry, field: "publicCode" }, user);
    return named && names.products.add(product.id, product, { entry, field: "id" }, user)
      ? product
      : undefined;
  }

  function resolveOrders(): OrderSeries[] {
    const list = entries.orders();
    const settled =
      known?.now === now ? findSettled(list, known.entries.orders(), known.orders()) : [];
    // Why: what is settled differs from each other, and so only names of the others can be taken.
    const others = list.filter((_, n) => settled[n] === undefined);
    const doubtful = new Set(others.flatMap(({ seed }) => namesOf(seed).map(({ name }) => name)));
    return list
      .map((entry, n) => resolveOrder(entry, settled[n], doubtful))
      .filter((series) => series !== undefined);
  }

  function resolveOrder(
    entry: Entry<OrderSeed>,
    settled: OrderSeries | undefined,
    doubtful: ReadonlySet<string>,
  ): OrderSeries | undefined {
    const read = settled ? renewOrder(settled, entry) : readOrder(entry);
    if (read === undefined) return undefined;
    const before = ordersOf.get(read.product) ?? 0;
    ordersOf.set(read.product, before + read.repeat.times);
    const series = read.before === before ? read : { ...read, before };
    for (const { field, name } of namesOf(entry.seed)) {
      if (doubtful.has(name) && !orderNames.add(name, series, { entry, field }, user)) {
        return undefined;
      }
    }
    if (entry.seed.ref !== undefined && series.repeat.from > 1) parts.push({ entry, series });
    return series;
  }

  /** What is settled, of the product as it is now. */
  function renewOrder(series: OrderSeries, entry: Entry<OrderSeed>): OrderSeries | undefined {
    if (keepsProducts) return series;
    const { product: name } = entry.seed;
    const product = names.products.resolve(name, { entry, field: "product" }, user);
    return product && { ...series, product };
  }

  function readOrder(entry: Entry<OrderSeed>): OrderSeries | undefined {
    const { seed } = entry;
    const product = names.products.resolve(seed.product, { entry, field: "product" }, user);
    const creation = { entry, field: "createdAt", text: seed.createdAt };
    const start = resolveTime(creation, now, report);
    const repeat = start && resolveRepeat(entry, start, report);
    if (product === undefined || start === undefined || repeat === undefined) return undefined;
    const series: OrderSeries = { ...start, seed, product, before: 0, repeat };
    warnings?.ofOrder(entry, series);
    return series;
  }

  function resolveRule(entry: Entry<FaultSeed>): FaultRule | undefined {
    return resolveFault(entry, { ...names, user });
  }
}

function resolveAll<Seed, Thing>(
  entries: readonly Entry<Seed>[],
  resolve: (entry: Entry<Seed>) => Thing | undefined,
): Thing[] {
  return entries.map(resolve).filter((thing) => thing !== undefined);
}
