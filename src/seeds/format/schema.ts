// What a seed file may hold, field by field: the shapes only, no references between entries. Each
// field has its sentence of help. Free of checks and transforms, so that editors can be given the
// same as JSON Schema.
import * as v from "valibot";
import { SCOPES, ScopeSchema } from "../../contract/formats.ts";
import { FaultSeedSchema } from "./fault-schema.ts";
import {
  code,
  currency,
  defaultsOf,
  flag,
  ofKind,
  optional,
  price,
  repeat,
  required,
  slug,
  text,
  time,
  token,
  uuid,
  version,
  word,
} from "./fields.ts";
import { OrderSeedSchema } from "./order-schema.ts";
import { LimitSchema, SettingsSeedSchema } from "./settings-schema.ts";

const MerchantSeedSchema = v.strictObject({
  slug: required(
    slug,
    "The name that keys and products refer to, like acme; no two merchants share one.",
  ),
  name: optional(word("a name, as text"), "The name that people read.", { words: "the slug" }),
  id: optional(uuid, "The merchant's UUID.", {
    words: "made from the slug, the same on every machine",
  }),
  sandboxAccess: optional(
    flag,
    "Whether the sandbox is open to this merchant; with false its keys get 403.",
    { value: true },
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
    "What the key may ask for; with [] ping alone.",
    { value: [...SCOPES], words: "all three scopes" },
  ),
  status: optional(v.picklist(["active", "revoked"]), "Whether the key works; revoked gets 401.", {
    value: "active",
  }),
  expiresAt: optional(
    time,
    "When the key expires and gets 401, like now+90d or 2026-12-31T00:00:00Z.",
    { words: "never" },
  ),
  sandboxAccess: optional(
    flag,
    "Whether this key may use the sandbox; with false even ping gets 403.",
    { value: true },
  ),
  rateLimit: optional(
    LimitSchema,
    "How fast this key may ask before it gets 429, or off for no limit.",
    { words: "as the settings say" },
  ),
  repeat: repeat("keys"),
});

const ProductSeedSchema = v.strictObject({
  publicCode: required(
    code,
    "The code in the address of the product's page, which orders refer to as well, like ATLAS-1.",
  ),
  merchant: required(text("a merchant's slug or id"), "Who sells it: the merchant's slug or id."),
  id: optional(uuid, "The product's UUID.", {
    words: "made from merchant and publicCode, the same on every machine",
  }),
  status: optional(
    word("a status like PUBLISHED, as text"),
    "Any word, like DRAFT; each product is listed, only PUBLISHED ones get checkout links.",
    { value: "PUBLISHED" },
  ),
  currency: required(currency, "The code of the currency that it is sold in, like EUR."),
  version: optional(version, "The product's version, a whole number.", { value: 1 }),
  title: optional(
    text("a title, as text", 1_000),
    "What the hosted pages call it, like A World Atlas.",
    {
      words: "its public code",
    },
  ),
  priceMinor: optional(
    price,
    "What one costs at the checkout, in the currency's smallest unit, like 4900 for 49.00 EUR.",
    { words: "1000" },
  ),
  repeat: repeat("products"),
});

export type MerchantSeed = v.InferOutput<typeof MerchantSeedSchema>;
export type KeySeed = v.InferOutput<typeof KeySeedSchema>;
export type ProductSeed = v.InferOutput<typeof ProductSeedSchema>;
export type OrderSeed = v.InferOutput<typeof OrderSeedSchema>;
export type FaultSeed = v.InferOutput<typeof FaultSeedSchema>;

/** The lists of a seed file, by their names in it. */
export const COLLECTIONS = {
  merchants: MerchantSeedSchema,
  keys: KeySeedSchema,
  products: ProductSeedSchema,
  orders: OrderSeedSchema,
  faults: FaultSeedSchema,
} as const;
export type Collection = keyof typeof COLLECTIONS;

/** What holds where a field is left out. */
export const DEFAULTS = {
  merchants: defaultsOf(COLLECTIONS.merchants.entries),
  keys: defaultsOf(COLLECTIONS.keys.entries),
  products: defaultsOf(COLLECTIONS.products.entries),
  orders: defaultsOf(COLLECTIONS.orders.entries),
  faults: defaultsOf(COLLECTIONS.faults.entries),
  settings: defaultsOf(SettingsSeedSchema.entries),
} as const;

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

/** What any file may say beside its lists and settings. */
export const FileHeadSchema = v.strictObject({
  apiKey: optional(
    text("a key's token"),
    "The token of the key that clients are given; default: the first active key with all scopes.",
  ),
});

/** What a scenario says of itself, beside its lists and settings. */
export const ScenarioHeadSchema = v.strictObject({
  description: optional(
    text("a sentence, as text", 1_000),
    "One sentence on what the scenario is for, which lists of scenarios show.",
  ),
  extends: optional(
    text("a scenario's name"),
    "The name of the scenario that this one is applied on top of, instead of the base seeds.",
  ),
  ...FileHeadSchema.entries,
});
export type FileHead = v.InferOutput<typeof FileHeadSchema>;
export type ScenarioHead = v.InferOutput<typeof ScenarioHeadSchema>;

/** Fields whose plain digits are kept as they are written. */
export const DIGIT_FIELDS: ReadonlySet<string> = new Set([
  "amountMinor",
  "refundedMinor",
  "priceMinor",
]);
