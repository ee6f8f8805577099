// What a set of seeds says, resolved and indexed once: immutable, and shared by every world that is
// made from it. Names, defaults and relative times are settled; orders are made when they are read.
import type { Listing } from "../contract/list.ts";
import type { Order } from "../contract/order.ts";
import type { Product } from "../contract/product.ts";
import type { Scope } from "../contract/scopes.ts";
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
