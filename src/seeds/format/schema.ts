// What a seed file may hold, field by field: the shapes only, no references between entries. Each
// field has its sentence of help. Free of checks and transforms, so that editors can be given the
// same as JSON Schema.
import * as v from "valibot";
import { SCOPES } from "../../contract/endpoints.ts";
import { ScopeSchema } from "../../contract/schemas.ts";
import { FaultSeedSchema } from "./fault-schema.ts";
import {
  amount,
  code,
  count,
  currency,
  flag,
  ofKind,
  optional,
  refill,
  required,
  slug,
  text,
  time,
  token,
  uuid,
  version,
} from "./fields.ts";
import { OrderSeedSchema } from "./order-schema.ts";

/** A token bucket: how many requests at once, and how many tokens come back each second. */
export const RateLimitSchema = v.strictObject(
  {
    capacity: required(count, "How many requests may come at once, like 5."),
    refillPerSecond: required(
      refill,
      "How many requests come back each second, like 1, or 0.5 for one every two seconds.",
    ),
  },
  "a mapping of capacity and refillPerSecond",
);

/** A limit, or none. */
export const LimitSchema = v.union(
  [v.literal("off"), RateLimitSchema],
  "off, or a mapping of capacity and refillPerSecond",
);

const MerchantSeedSchema = v.strictObject({
  slug: required(
    slug,
    "The name that keys and products refer to, like acme; no two merchants share one.",
  ),
  name: optional(text("a name, as text"), "The name that people read; the slug unless given."),
  id: optional(
    uuid,
    "The merchant's UUID; made from the slug unless given, the same on every machine.",
  ),
  sandboxAccess: optional(
    flag,
    "Whether the sandbox is open to this merchant; true unless given, with false its keys get 403.",
    true,
  ),
});

const KeySeedSchema = v.strictObject({
  key: required(
    token,
    "The bearer token that clients send, 8 to 256 visible ASCII characters, like mst_acme_full.",
  ),
  merchant: required(
    text("a merchant's slug or id"),
    "Whose key it is: the merchant's slug or id.",
  ),
  scopes: optional(
    v.array(ScopeSchema, "a list of scopes"),
    "What the key may ask for; all three scopes unless given, with [] ping alone.",
    [...SCOPES],
  ),
  status: optional(
    v.picklist(["active", "revoked"]),
    "Whether the key works; active unless given, revoked gets 401.",
    "active",
  ),
  expiresAt: optional(
    time,
    "From when on the key gets 401, like now+90d or 2026-12-31T00:00:00Z; never unless given.",
  ),
  sandboxAccess: optional(
    flag,
    "Whether this key may use the sandbox; true unless given, with false even ping gets 403.",
    true,
  ),
  rateLimit: optional(
    LimitSchema,
    "How fast this key may ask before it gets 429; as the settings say unless given, or off for no limit.",
  ),
});

const ProductSeedSchema = v.strictObject({
  publicCode: required(
    code,
    "The code in the address of the product's page, which orders refer to as well, like ATLAS-1.",
  ),
  merchant: required(text("a merchant's slug or id"), "Who sells it: the merchant's slug or id."),
  id: optional(
    uuid,
    "The product's UUID; made from merchant and publicCode unless given, the same on every machine.",
  ),
  status: optional(
    text("a status like PUBLISHED, as text"),
    "Any word, PUBLISHED unless given; each product is listed, only published ones get checkout links.",
    "PUBLISHED",
  ),
  currency: required(currency, "The code of the currency that it is sold in, like EUR."),
  version: optional(version, "The product's version, a whole number; 1 unless given.", 1),
  title: optional(
    text("a title, as text"),
    "What the hosted pages call it, like A World Atlas; its public code unless given.",
  ),
  priceMinor: optional(
    amount,
    "What one costs at the checkout, in the currency's smallest unit, like 4900 for 49.00 EUR; 1000 unless given.",
  ),
});

export const SettingsSeedSchema = v.strictObject(
  {
    clock: optional(
      v.strictObject(
        {
          now: optional(
            time,
            "When the clock starts, like 2026-10-17T09:00:00Z or now-3d; at the real time unless given.",
          ),
          frozen: optional(
            flag,
            "Whether the clock stands still; false unless given, so that it runs with real time.",
            false,
          ),
        },
        "a mapping of now and frozen",
      ),
      "What time it is in the sandbox; the real time unless given.",
    ),
    rateLimit: optional(
      LimitSchema,
      "How fast each key may ask before it gets 429; 100 at once and 50 a second unless given, or off for no limit.",
      { capacity: 100, refillPerSecond: 50 },
    ),
    rateLimitHeaders: optional(
      v.picklist(["none", "draft"]),
      "Whether answers tell the limit; none unless given, draft adds RateLimit as the IETF drafts it.",
      "none",
    ),
    listOrder: optional(
      v.picklist(["newest", "oldest", "shuffled"]),
      "Which orders a list begins with; newest unless given, shuffled finds clients that rely on an order.",
      "newest",
    ),
    errorBody: optional(
      v.picklist(["json", "problem", "empty", "html"]),
      "What the body of an error is: json unless given, problem as RFC 9457 has it, empty, or html like a gateway's.",
      "json",
    ),
    unknownQuery: optional(
      v.picklist(["ignore", "reject"]),
      "What becomes of a query parameter, as none is defined: ignore unless given, or reject with 400.",
      "ignore",
    ),
  },
  "a mapping of settings",
);

export type MerchantSeed = v.InferOutput<typeof MerchantSeedSchema>;
export type KeySeed = v.InferOutput<typeof KeySeedSchema>;
export type ProductSeed = v.InferOutput<typeof ProductSeedSchema>;
export type OrderSeed = v.InferOutput<typeof OrderSeedSchema>;
export type FaultSeed = v.InferOutput<typeof FaultSeedSchema>;
export type SettingsSeed = v.InferOutput<typeof SettingsSeedSchema>;

/** The lists of a seed file, by their names in it. */
export const COLLECTIONS = {
  merchants: MerchantSeedSchema,
  keys: KeySeedSchema,
  products: ProductSeedSchema,
  orders: OrderSeedSchema,
  faults: FaultSeedSchema,
} as const;
export type Collection = keyof typeof COLLECTIONS;

/** Marks what a scenario takes out of the seeds below it. */
const removal = {
  remove: optional(
    ofKind("removal", v.literal(true, "true, or left out")),
    "Takes the entry of this name out of the seeds beneath; true, or left out.",
  ),
};

/** The same lists in a scenario, whose entries may change one of the seeds below it in some fields. */
export const CHANGES = {
  merchants: v.strictObject({ ...v.partial(MerchantSeedSchema).entries, ...removal }),
  keys: v.strictObject({ ...v.partial(KeySeedSchema).entries, ...removal }),
  products: v.strictObject({ ...v.partial(ProductSeedSchema).entries, ...removal }),
  orders: v.strictObject({ ...v.partial(OrderSeedSchema).entries, ...removal }),
  faults: FaultSeedSchema,
} as const;

export type MerchantSeedChange = v.InferOutput<typeof CHANGES.merchants>;
export type KeySeedChange = v.InferOutput<typeof CHANGES.keys>;
export type ProductSeedChange = v.InferOutput<typeof CHANGES.products>;
export type OrderSeedChange = v.InferOutput<typeof CHANGES.orders>;

/** What a scenario says of itself, beside its lists and settings. */
export const ScenarioHeadSchema = v.strictObject({
  description: optional(
    text("a sentence, as text"),
    "One sentence on what the scenario is for, which lists of scenarios show.",
  ),
  extends: optional(
    text("a scenario's name"),
    "The scenario that this one is laid over, by its name; the base seeds unless given.",
  ),
});
export type ScenarioHead = v.InferOutput<typeof ScenarioHeadSchema>;

/** Fields whose plain digits are kept as they are written. */
export const DIGIT_FIELDS: ReadonlySet<string> = new Set([
  "amountMinor",
  "refundedMinor",
  "priceMinor",
]);
