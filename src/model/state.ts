// What a set of seeds means, resolved once: immutable, and shared by every world that is made from it.
// Relative times stay relative, because they count from the start of each world.

import type { Product } from "../contract/endpoints/products.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { FaultStatus } from "../contract/errors.ts";
import type { Scope } from "../contract/formats.ts";
import type { SeedTime } from "../shared/times.ts";

/** A token bucket: how many requests at once, and how many tokens come back each second. */
export interface RateLimit {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** The fewest and the most tokens that may come back each second. */
export const REFILL = { least: 1e-6, most: 1e9 } as const;

/** A limit, or none. */
export type Limit = RateLimit | "off";

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
  /** Undefined means never. */
  readonly expiresAt: SeedTime | undefined;
  readonly sandboxAccess: boolean;
  /** This key's own bucket; undefined means as the settings say. */
  readonly rateLimit: Limit | undefined;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

/** A product with what the API never shows of it. */
export interface CatalogProduct extends Product {
  readonly merchant: Merchant;
  readonly title?: string | undefined;
  readonly priceMinor?: string | undefined;
  readonly origin: string;
}

/** An order with what the API never shows of it. */
export interface OrderRecord {
  readonly id: string;
  readonly ref: string | undefined;
  readonly product: CatalogProduct;
  readonly state: string;
  readonly currency: string;
  readonly amountMinor: string;
  readonly refundedMinor: string;
  readonly createdAt: SeedTime;
}

/** How a world's clock starts; an undefined `now` means the system's time. */
export interface ClockStart {
  readonly now: SeedTime | undefined;
  readonly frozen: boolean;
}

export interface Settings {
  readonly clock: ClockStart;
  readonly rateLimit: Limit;
  readonly rateLimitHeaders: "none" | "draft";
  readonly listOrder: "newest" | "oldest" | "shuffled" | "changing";
  readonly errorBody: "json" | "problem" | "empty" | "html";
  readonly unknownQuery: "ignore" | "reject";
  readonly jsonForm: "compact" | "spaced" | "reordered" | "escaped";
  readonly uuidCase: "lower" | "upper";
  /** Undefined means as each order was written, and three digits otherwise. */
  readonly timeDigits?: 0 | 3 | 6 | 9;
  readonly retryAfter: "seconds" | "date" | "none";
  readonly transfer: "whole" | "chunked";
  readonly keepAlive: boolean;
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

export interface State {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  /** Keys by their token, as seeded. */
  readonly keys: ReadonlyMap<string, Key>;
  /** The token of the advertised key, if the state has one to choose; it may lack that key by now. */
  readonly apiKey: string | undefined;
  /** Products by their id, as seeded. */
  readonly products: ReadonlyMap<string, CatalogProduct>;
  /** Orders as seeded. */
  readonly orders: readonly OrderRecord[];
  readonly orderCount: number;
  readonly faults: readonly FaultRule[];
}
