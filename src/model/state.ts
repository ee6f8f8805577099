// The state that a set of seeds resolves to: immutable, and shared by all worlds that start from it.
// Relative times stay relative, because they count from the start of each world.

import type { Product } from "../contract/endpoints/products.ts";
import type { EndpointName } from "../contract/endpoints.ts";
import type { FaultStatus } from "../contract/errors.ts";
import type { Scope } from "../contract/formats.ts";
import type { SeedTime } from "../shared/times.ts";

/** A token bucket: how many requests at once, and how many tokens are refilled each second. */
export interface RateLimit {
  readonly capacity: number;
  readonly refillPerSecond: number;
}

/** The allowed numbers of tokens that are refilled each second. */
export const REFILL = { least: 1e-6, most: 1e9 } as const;

/** A limit, or none. */
export type Limit = RateLimit | "off";

export interface Merchant {
  readonly slug: string;
  readonly name: string;
  readonly id: string;
  readonly sandboxAccess: boolean;
  /** Where the seeds define it, like `merchants.yaml:12`. */
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
  /** The key's own rate limit; undefined means that of the settings. */
  readonly rateLimit: Limit | undefined;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

/** A product, with fields that the API never shows. */
export interface CatalogProduct extends Product {
  readonly merchant: Merchant;
  readonly title?: string | undefined;
  readonly priceMinor?: string | undefined;
  readonly origin: string;
}

/** An order, with fields that the API never shows. */
export interface OrderRecord {
  readonly id: string;
  readonly ref: string | undefined;
  readonly product: CatalogProduct;
  readonly state: string;
  readonly currency: string;
  readonly amountMinor: string;
  readonly refundedMinor: string;
  /** Undefined if nobody said. Only the receipt shows it. */
  readonly quantity?: number | undefined;
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
  /** Undefined means as many as each order was written with, three by default. */
  readonly timeDigits?: 0 | 3 | 6 | 9;
  readonly retryAfter: "seconds" | "date" | "none";
  readonly transfer: "whole" | "chunked";
  readonly keepAlive: boolean;
  readonly headerCase: "usual" | "lower";
  /** What the ping result lists after the key's own scopes. */
  readonly extraScopes: readonly string[];
}

/** A fault to inject, and when. The first rule of a world that hits a request is applied. */
export interface FaultRule {
  /** Undefined means any. */
  readonly endpoint: EndpointName | undefined;
  /** A key's token; undefined means any. */
  readonly key: string | undefined;
  /** A merchant's id; undefined means any. */
  readonly merchant: string | undefined;
  /** How many matching requests pass before the first that is hit. */
  readonly after: number;
  /** How many requests are hit; Infinity means no limit. */
  readonly times: number;
  /** The share of requests that are hit, above 0 and up to 1. */
  readonly probability: number;
  /** The delay of the response in milliseconds; `min` and `max` are equal if it is not a range. */
  readonly delay: { readonly min: number; readonly max: number } | undefined;
  /** The status to respond with instead of the normal response. */
  readonly respond: FaultStatus | undefined;
  /** Whether the connection is closed without a response, or in the middle of one. */
  readonly drop: "before" | "midway" | undefined;
  /** Whether it is switched off. */
  readonly off: boolean;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

export interface State {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  /** Keys by their token, as seeded. */
  readonly keys: ReadonlyMap<string, Key>;
  /** The token of the default key, if the seeds have a key; a change may have removed that key. */
  readonly apiKey: string | undefined;
  /** Products by their id, as seeded. */
  readonly products: ReadonlyMap<string, CatalogProduct>;
  /** Orders as seeded. */
  readonly orders: readonly OrderRecord[];
  readonly orderCount: number;
  readonly faults: readonly FaultRule[];
}
