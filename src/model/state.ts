// What a set of seeds says, resolved and indexed once: immutable, and shared by every world that is
// made from it. Names, defaults and relative times are settled; orders are made when they are read.
import type { EndpointName, Scope } from "../contract/endpoints.ts";
import type { FaultStatus } from "../contract/errors.ts";
import type { Listing } from "../contract/list.ts";
import type { Order, Product } from "../contract/schemas.ts";
import type { Limit, OrderSeed } from "../seeds/format/schema.ts";
import type { Repeat } from "../seeds/resolve/repeat.ts";
import type { Instant } from "../shared/times.ts";

export interface Merchant {
  readonly slug: string;
  readonly name: string;
  readonly id: string;
  readonly sandboxAccess: boolean;
  /** Where it is written, like `merchants.yaml:12`. */
  readonly origin: string;
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
  readonly rateLimit: Limit | undefined;
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

/**
 * One written order entry, which stands for a single order or for a number of them; as an instant, it is
 * when the first was made.
 */
// Why: there may be a million, so each points to what is written and holds only what follows from that.
export interface OrderSeries extends Instant {
  readonly seed: OrderSeed;
  readonly product: CatalogProduct;
  /** How many orders of the product stand before this series. */
  readonly before: number;
  readonly repeat: Repeat;
}

/** What makes the ids of orders that give none, and reads them. */
export interface OrderIds {
  /** Makes the id of an order by its number in its series, from 0. */
  make(series: OrderSeries, index: number): string;
  /** Finds the order of an id in a series: its number in it, from 0. */
  find(series: OrderSeries, id: string): number | undefined;
}

/** How a world's clock starts; `now` is Unix milliseconds, undefined means the system's time. */
export interface ClockStart {
  readonly now: number | undefined;
  readonly frozen: boolean;
}

export interface Settings {
  readonly clock: ClockStart;
  readonly rateLimit: Limit;
  readonly rateLimitHeaders: "none" | "draft";
  readonly listOrder: "newest" | "oldest" | "shuffled";
  readonly errorBody: "json" | "problem" | "empty" | "html";
  readonly unknownQuery: "ignore" | "reject";
}

/** What goes wrong on purpose, and when. The first rule of a world that fits a request is applied. */
export interface FaultRule {
  /** Undefined means any. */
  readonly endpoint: EndpointName | undefined;
  /** A key's token; undefined means any. */
  readonly key: string | undefined;
  /** A merchant's id; undefined means any. */
  readonly merchant: string | undefined;
  /** How many requests that fit pass before the first that is hit. */
  readonly after: number;
  /** How many requests are hit; Infinity means for ever. */
  readonly times: number;
  /** The share of requests that are hit, above 0 and 1 at most. */
  readonly probability: number;
  /** How long the answer is held back, in milliseconds; the same twice where it is no range. */
  readonly delay: { readonly min: number; readonly max: number } | undefined;
  /** The status that is answered in place of the true answer. */
  readonly respond: FaultStatus | undefined;
  /** Whether the connection is closed without an answer, or in the middle of one. */
  readonly drop: "before" | "midway" | undefined;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

export interface Blueprint {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  /** Keys by their token, as seeded. */
  readonly keys: ReadonlyMap<string, Key>;
  /** Products by their id, as seeded. */
  readonly products: ReadonlyMap<string, CatalogProduct>;
  /** What orders are made from, as seeded; the same function is the same list. */
  readonly orders: () => readonly OrderSeries[];
  /** What makes the ids of these, none of which is one that another of them is given. */
  readonly orderIds: () => OrderIds;
  readonly faults: readonly FaultRule[];
  /** How many orders there are in all. */
  readonly orderCount: number;
  /** The products of a merchant as the API lists them, made once. */
  listProducts(merchant: Merchant): Listing<CatalogProduct>;
  /** The orders of a merchant as the API lists them, made once. */
  listOrders(merchant: Merchant): Listing<Order>;
}
