// What a set of seeds says, resolved and indexed once: immutable, and shared by every world that is
// made from it. Names, defaults and relative times are settled; orders are made when they are read.
import { createListing, LIST_LIMIT, type Listing } from "../contract/list.ts";
import type { Order } from "../contract/order.ts";
import type { Product } from "../contract/product.ts";
import type { Scope } from "../contract/scopes.ts";
import { type OrderSeries, selectOrders, shuffle } from "./order-series.ts";
import type { RateLimit } from "./schema.ts";

export interface Merchant {
  readonly slug: string;
  readonly name: string;
  readonly id: string;
  readonly sandboxAccess: boolean;
}

export interface Key {
  readonly key: string;
  readonly merchant: Merchant;
  readonly scopes: readonly Scope[];
  readonly status: "active" | "revoked";
  /** Unix milliseconds; undefined means never. */
  readonly expiresAt: number | undefined;
  readonly sandboxAccess: boolean;
  /** This key's own bucket; undefined means as the settings say. */
  readonly rateLimit: RateLimit | undefined;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

/** A product with what the API never shows of it. */
export interface CatalogProduct extends Product {
  readonly merchant: Merchant;
  readonly title: string | undefined;
  readonly priceMinor: string | undefined;
  readonly origin: string;
}

/** How a world's clock starts; `now` is Unix milliseconds, undefined means the system's time. */
export interface ClockStart {
  readonly now: number | undefined;
  readonly frozen: boolean;
}

export interface Settings {
  readonly clock: ClockStart;
  readonly rateLimit: RateLimit | "off";
  readonly rateLimitHeaders: "none" | "draft";
  readonly listOrder: "newest" | "oldest" | "shuffled";
  readonly errorBody: "json" | "problem" | "empty" | "html";
  readonly unknownQuery: "ignore" | "reject";
}

export interface Blueprint {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  /** Keys by their token, as seeded. */
  readonly keys: ReadonlyMap<string, Key>;
  /** Products by their id, as seeded. */
  readonly products: ReadonlyMap<string, CatalogProduct>;
  /** How many orders there are in all. */
  readonly orderCount: number;
  /** The products of a merchant as the API lists them, made once. */
  listProducts(merchant: Merchant): Listing<Product>;
  /** The orders of a merchant as the API lists them, made once. */
  listOrders(merchant: Merchant): Listing<Order>;
}

export interface BlueprintParts {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  readonly keys: readonly Key[];
  readonly products: readonly CatalogProduct[];
  readonly orders: readonly OrderSeries[];
}

/** Indexes resolved entries. A merchant's lists are made when they are first asked for. */
export function createBlueprint(parts: BlueprintParts): Blueprint {
  const { settings, merchants } = parts;
  const products = groupByMerchant(parts.products, (product) => product.merchant);
  const orders = groupByMerchant(parts.orders, (series) => series.product.merchant);
  return {
    settings,
    merchants,
    keys: new Map(parts.keys.map((key) => [key.key, key])),
    products: new Map(parts.products.map((product) => [product.id, product])),
    orderCount: countOrders(parts.orders),
    listProducts: oncePerMerchant((merchant) => {
      const own = products.get(merchant) ?? [];
      const first = own.slice(0, LIST_LIMIT).map(identify);
      return createListing(settings.listOrder === "shuffled" ? shuffle(first) : first, own.length);
    }),
    listOrders: oncePerMerchant((merchant) => {
      const own = orders.get(merchant) ?? [];
      return createListing(selectOrders(own, settings.listOrder), countOrders(own));
    }),
  };
}

// Contract: §2.2, these fields and no others, in this order.
function identify({ id, publicCode, status, currency, version }: CatalogProduct): Product {
  return { id, publicCode, status, currency, version };
}

function countOrders(series: readonly OrderSeries[]): number {
  return series.reduce((count, { times }) => count + times, 0);
}

function groupByMerchant<Item>(items: readonly Item[], merchantOf: (item: Item) => Merchant) {
  const groups = new Map<Merchant, Item[]>();
  for (const item of items) {
    const group = groups.get(merchantOf(item));
    if (group) group.push(item);
    else groups.set(merchantOf(item), [item]);
  }
  return groups;
}

function oncePerMerchant<Result>(make: (merchant: Merchant) => Result) {
  const made = new Map<Merchant, Result>();
  return (merchant: Merchant): Result => {
    const known = made.get(merchant);
    if (known !== undefined) return known;
    const result = make(merchant);
    made.set(merchant, result);
    return result;
  };
}
