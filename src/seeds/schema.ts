// What a seed file may hold, field by field: the shapes only, no references between entries. Each
// message completes the sentence "… must be". Free of checks and transforms, so that editors can be
// given the same as JSON Schema.
import * as v from "valibot";
import { ScopeSchema } from "../contract/scopes.ts";
import { ABSOLUTE_TIME, DURATION, RELATIVE_TIME } from "./times.ts";

const text = (what: string) => v.pipe(v.string(what), v.nonEmpty(what));
const flag = v.boolean("true or false");

const TIME = "a time like 2026-10-17T09:00:00Z or now-3d";
const time = v.pipe(
  v.string(TIME),
  v.regex(new RegExp(`${ABSOLUTE_TIME.source}|${RELATIVE_TIME.source}`), TIME),
);

const LENGTH = "a length of time like 1h or 1h30m";
const duration = v.pipe(v.string(LENGTH), v.regex(DURATION, LENGTH));

const DIGITS = "an amount in minor units, in plain digits like 4900";
const minorUnits = (pattern: RegExp) =>
  v.union(
    [
      v.pipe(v.string(DIGITS), v.regex(pattern, DIGITS)),
      v.pipe(v.number(DIGITS), v.safeInteger(DIGITS), v.minValue(0, DIGITS)),
    ],
    DIGITS,
  );
// Why: `{n}` stands for the number of a repeated entry, also within its amounts.
const repeatedMinorUnits = minorUnits(/^(?=.)\d*(?:\{n\}\d*){0,9}$/);

const UUID = "a UUID like 3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d";
const uuid = v.pipe(v.string(UUID), v.uuid(UUID));

const SLUG = "a name of letters, digits, dots, hyphens and underscores";
const KEY = "8 to 256 visible ASCII characters";
const CODE = "a code without control characters, other than . and ..";
const CURRENCY = "a currency code like EUR, as text";
const VERSION = "a whole number, 9007199254740991 at most";
const CAPACITY = "a whole number, 1 or more";
const REFILL = "a number of tokens a second, more than 0";

/** A token bucket: how many requests at once, and how many tokens come back each second. */
export const RateLimitSchema = v.strictObject(
  {
    capacity: v.pipe(v.number(CAPACITY), v.safeInteger(CAPACITY), v.minValue(1, CAPACITY)),
    refillPerSecond: v.pipe(
      v.number(REFILL),
      v.finite(REFILL),
      v.minValue(1e-6, REFILL),
      v.maxValue(1e9, REFILL),
    ),
  },
  "a mapping of capacity and refillPerSecond",
);
export type RateLimit = v.InferOutput<typeof RateLimitSchema>;

const MerchantSeedSchema = v.strictObject({
  slug: v.pipe(v.string(SLUG), v.regex(/^[A-Za-z0-9][\w.-]{0,63}$/, SLUG)),
  name: v.exactOptional(text("a name, as text")),
  id: v.exactOptional(uuid),
  sandboxAccess: v.exactOptional(flag),
});

const KeySeedSchema = v.strictObject({
  key: v.pipe(v.string(KEY), v.regex(/^[\x21-\x7e]{8,256}$/, KEY)),
  merchant: text("a merchant's slug or id"),
  scopes: v.exactOptional(v.array(ScopeSchema, "a list of scopes")),
  status: v.exactOptional(v.picklist(["active", "revoked"])),
  expiresAt: v.exactOptional(time),
  sandboxAccess: v.exactOptional(flag),
  rateLimit: v.exactOptional(RateLimitSchema),
});

const ProductSeedSchema = v.strictObject({
  publicCode: v.pipe(v.string(CODE), v.regex(/^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,256}$/u, CODE)),
  merchant: text("a merchant's slug or id"),
  id: v.exactOptional(uuid),
  status: v.exactOptional(text("a status like PUBLISHED, as text")),
  currency: text(CURRENCY),
  version: v.exactOptional(v.pipe(v.number(VERSION), v.safeInteger(VERSION))),
  title: v.exactOptional(text("a title, as text")),
  priceMinor: v.exactOptional(minorUnits(/^\d+$/)),
});

const OrderSeedSchema = v.strictObject({
  product: text("a product's publicCode or id"),
  id: v.exactOptional(uuid),
  ref: v.exactOptional(text("a name of your own, as text")),
  state: v.exactOptional(text("a state like PAID, as text")),
  currency: v.exactOptional(text(CURRENCY)),
  amountMinor: repeatedMinorUnits,
  refundedMinor: v.exactOptional(repeatedMinorUnits),
  createdAt: time,
  repeat: v.exactOptional(
    v.strictObject(
      {
        times: v.pipe(v.number(CAPACITY), v.safeInteger(CAPACITY), v.minValue(1, CAPACITY)),
        every: duration,
      },
      "a mapping of times and every",
    ),
  ),
});

export const SettingsSeedSchema = v.strictObject(
  {
    clock: v.exactOptional(
      v.strictObject(
        { now: v.exactOptional(time), frozen: v.exactOptional(flag) },
        "a mapping of now and frozen",
      ),
    ),
    rateLimit: v.exactOptional(
      v.union(
        [v.literal("off"), RateLimitSchema],
        "off, or a mapping of capacity and refillPerSecond",
      ),
    ),
    rateLimitHeaders: v.exactOptional(v.picklist(["none", "draft"])),
    listOrder: v.exactOptional(v.picklist(["newest", "oldest", "shuffled"])),
    errorBody: v.exactOptional(v.picklist(["json", "problem", "empty", "html"])),
    unknownQuery: v.exactOptional(v.picklist(["ignore", "reject"])),
  },
  "a mapping of settings",
);

export type MerchantSeed = v.InferOutput<typeof MerchantSeedSchema>;
export type KeySeed = v.InferOutput<typeof KeySeedSchema>;
export type ProductSeed = v.InferOutput<typeof ProductSeedSchema>;
export type OrderSeed = v.InferOutput<typeof OrderSeedSchema>;
export type SettingsSeed = v.InferOutput<typeof SettingsSeedSchema>;

/** The lists of a seed file, by their names in it. */
export const COLLECTIONS = {
  merchants: MerchantSeedSchema,
  keys: KeySeedSchema,
  products: ProductSeedSchema,
  orders: OrderSeedSchema,
} as const;
export type Collection = keyof typeof COLLECTIONS;

/** Fields whose plain digits are kept as they are written. */
export const DIGIT_FIELDS: ReadonlySet<string> = new Set([
  "amountMinor",
  "refundedMinor",
  "priceMinor",
]);
