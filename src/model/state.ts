// The state that a set of seeds resolves to: immutable, and shared by all worlds that start from it. It has the fields
// of the seeds, with their defaults. Relative times stay relative, because they count from the start of each world.

import type { EndpointName } from "../contract/endpoints.ts";
import type { SeedTime } from "../shared/times.ts";
import type {
  DEFAULTS,
  FaultSeed,
  KeySeed,
  MerchantSeed,
  OrderSeed,
  ProductSeed,
} from "./schema.ts";
import type { SettingsSeed } from "./settings-schema.ts";

/** The fields of an entry, with its defaults; those in `Other` mean something else in the state. */
type Complete<Seed, Section extends keyof typeof DEFAULTS, Other = never> = OrUndefined<
  Omit<Seed & (typeof DEFAULTS)[Section], Other & keyof Seed>
>;
type OrUndefined<Fields> = {
  readonly [Field in keyof Fields]:
    | Fields[Field]
    | (undefined extends Fields[Field] ? undefined : never);
};

export interface Merchant extends Complete<MerchantSeed, "merchants"> {
  readonly name: string;
  readonly id: string;
  /** Where the seeds define it, like `merchants.yaml:12`. */
  readonly origin: string;
}

export interface Key
  extends Complete<KeySeed, "keys", "merchant" | "expiresAt" | "rateLimit" | "repeat"> {
  readonly merchant: Merchant;
  /** Undefined means never. */
  readonly expiresAt: SeedTime | undefined;
  /** The key's own rate limit; undefined means that of the settings. */
  readonly rateLimit: Limit | undefined;
  /** Where the seeds define it, as `file:line`. */
  readonly origin: string;
}

/** A product, with fields that the API never shows. */
export interface CatalogProduct
  extends Complete<ProductSeed, "products", "merchant" | "priceMinor" | "repeat"> {
  readonly id: string;
  readonly merchant: Merchant;
  readonly priceMinor?: string | undefined;
  readonly origin: string;
}

/** An order, with fields that the API never shows. */
export interface OrderRecord
  extends Complete<
    OrderSeed,
    "orders",
    "ref" | "product" | "amountMinor" | "refundedMinor" | "createdAt" | "repeat"
  > {
  readonly id: string;
  readonly ref: string | undefined;
  readonly product: CatalogProduct;
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

export interface Settings extends Complete<SettingsSeed, "settings", "clock"> {
  readonly clock: ClockStart;
}

/** A rate limit, or none. */
export type Limit = Settings["rateLimit"];

/** A token bucket: how many requests at once, and how many tokens are refilled each second. */
export type RateLimit = Exclude<Limit, "off">;

/** A fault to inject, and when. The first rule of a world that hits a request is applied. */
export interface FaultRule
  extends Complete<FaultSeed, "faults", "endpoint" | "merchant" | "times" | "delay"> {
  /** Undefined means any. */
  readonly endpoint: EndpointName | undefined;
  /** A merchant's id; undefined means any. */
  readonly merchant: string | undefined;
  /** How many requests are hit; Infinity means no limit. */
  readonly times: number;
  /** The delay of the response in milliseconds; `min` and `max` are equal if it is not a range. */
  readonly delay: { readonly min: number; readonly max: number } | undefined;
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
