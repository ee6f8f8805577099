// The fields of seed files, each with its sentence of help. The schemas check values only, not references between
// entries, and transform nothing, so that editors get the same as JSON Schema.
import * as v from "valibot";
import { PUBLISHED } from "../contract/endpoints/products.ts";
import { SCOPES, ScopeSchema } from "../contract/formats.ts";
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
import { LimitSchema, type SettingsSeed, SettingsSeedSchema } from "./settings-schema.ts";

const MerchantSeedSchema = v.strictObject({
  slug: required(slug, "The unique name that keys and products refer to, like acme."),
  name: optional(word("a name, as text"), "The name on the hosted pages and the dashboard.", {
    words: "the slug",
  }),
  id: optional(uuid, "The merchant's UUID.", {
    words: "derived from the slug, the same on every machine",
  }),
  sandboxAccess: optional(
    flag,
    "Whether this merchant has sandbox access; with false all its keys get 403.",
    { value: true },
  ),
});

const KeySeedSchema = v.strictObject({
  key: required(
    token,
    "The bearer token that clients send, 8 to 256 visible ASCII characters, like mst_acme_full.",
  ),
  merchant: required(text("a merchant's slug or id"), "The merchant of the key, by slug or id."),
  scopes: optional(
    v.array(ScopeSchema, "a list of scopes"),
    "What the key gives access to; with [] only ping.",
    { value: [...SCOPES], words: "all three scopes" },
  ),
  status: optional(
    v.picklist(["active", "revoked"]),
    "Whether the key works; a revoked key gets 401.",
    {
      value: "active",
    },
  ),
  expiresAt: optional(
    time,
    "When the key expires and gets 401, like now+90d or 2026-12-31T00:00:00Z.",
    { words: "never" },
  ),
  sandboxAccess: optional(
    flag,
    "Whether this key has sandbox access; with false every endpoint gets 403, including ping.",
    { value: true },
  ),
  rateLimit: optional(
    LimitSchema,
    "The rate limit of this key, above which it gets 429, or off for no limit.",
    { words: "as the settings say" },
  ),
  repeat: repeat("keys"),
});

const ProductSeedSchema = v.strictObject({
  publicCode: required(code, "The unique code that orders and page addresses use, like ATLAS-1."),
  merchant: required(
    text("a merchant's slug or id"),
    "The merchant of the product, by slug or id.",
  ),
  id: optional(uuid, "The product's UUID.", {
    words: "derived from merchant and publicCode, the same on every machine",
  }),
  status: optional(
    word("a status like PUBLISHED, as text"),
    "Any word, like DRAFT; all products are listed, but only PUBLISHED ones get checkout links.",
    { value: "PUBLISHED" },
  ),
  currency: required(currency, "The currency code of the price, like EUR."),
  version: optional(version, "The version number that the API returns, like 3.", { value: 1 }),
  title: optional(
    text("a title, as text", 1_000),
    "The title on the hosted pages, like A World Atlas.",
    {
      words: "its public code",
    },
  ),
  priceMinor: optional(
    price,
    "The price at the checkout, in the smallest unit of the currency, like 4900 for 49.00 EUR.",
    { words: "1000" },
  ),
  repeat: repeat("products"),
});

// Contract: §3 names one status and one state. The others are those that testers use most.
export const STATUSES = [PUBLISHED, "UNPUBLISHED", "DRAFT", "ARCHIVED"];
export const STATES = ["PAID", "PENDING", "FAILED", "CANCELLED", "REFUNDED", "PARTIALLY_REFUNDED"];

/** The lists of a seed file, by their names in it. */
export const COLLECTIONS = {
  merchants: MerchantSeedSchema,
  keys: KeySeedSchema,
  products: ProductSeedSchema,
  orders: OrderSeedSchema,
  faults: FaultSeedSchema,
} as const;
export type Collection = keyof typeof COLLECTIONS;

export type MerchantSeed = v.InferOutput<typeof COLLECTIONS.merchants>;
export type KeySeed = v.InferOutput<typeof COLLECTIONS.keys>;
export type ProductSeed = v.InferOutput<typeof COLLECTIONS.products>;
export type OrderSeed = v.InferOutput<typeof COLLECTIONS.orders>;
export type FaultSeed = v.InferOutput<typeof COLLECTIONS.faults>;

/** The defaults of all fields that have one. */
export const DEFAULTS = {
  merchants: defaultsOf(COLLECTIONS.merchants.entries),
  keys: defaultsOf(COLLECTIONS.keys.entries),
  products: defaultsOf(COLLECTIONS.products.entries),
  orders: defaultsOf(COLLECTIONS.orders.entries),
  faults: defaultsOf(COLLECTIONS.faults.entries),
  settings: defaultsOf(SettingsSeedSchema.entries),
} as const;

/** The field of a scenario that removes an entry. */
const removal = {
  remove: optional(
    ofKind("removal", v.literal(true, "true, or left out")),
    "Removes the entry of this name, and what refers to it.",
  ),
};

/** The same lists in a scenario, where an entry may change some fields of an existing one. */
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

/** What any file may hold besides its lists and settings. */
export const FileHeadSchema = v.strictObject({
  apiKey: optional(
    text("a key's token"),
    "The token of the default key: the one that the sandbox shows, and gives to tests.",
    { words: "the first active key with all scopes" },
  ),
});

/** What a scenario may hold besides its lists and settings. */
export const ScenarioHeadSchema = v.strictObject({
  description: optional(
    text("a sentence, as text", 1_000),
    "One sentence about the scenario, shown in lists of scenarios.",
  ),
  extends: optional(
    text("a scenario's name"),
    "The scenario that this one is applied on top of, instead of the base seeds.",
  ),
  ...FileHeadSchema.entries,
});
export type FileHead = v.InferOutput<typeof FileHeadSchema>;
export type ScenarioHead = v.InferOutput<typeof ScenarioHeadSchema>;

/** Seeds as a value, with the fields of a seed file. */
export interface SeedData {
  /** The token of the default key. Default: the first active key with all scopes. */
  readonly apiKey?: string | undefined;
  readonly merchants?: readonly MerchantSeed[] | undefined;
  readonly keys?: readonly KeySeed[] | undefined;
  readonly products?: readonly ProductSeed[] | undefined;
  readonly orders?: readonly OrderSeed[] | undefined;
  readonly faults?: readonly FaultSeed[] | undefined;
  readonly settings?: SettingsSeed | undefined;
}

/** Changes of seeds, with the fields of a scenario file. An entry with a known name changes the fields that it has. */
export interface SeedOverlay {
  /** The token of the default key. Only for a new world. */
  readonly apiKey?: string | undefined;
  readonly description?: string | undefined;
  readonly merchants?: readonly MerchantSeedChange[] | undefined;
  readonly keys?: readonly KeySeedChange[] | undefined;
  readonly products?: readonly ProductSeedChange[] | undefined;
  readonly orders?: readonly OrderSeedChange[] | undefined;
  /** They replace all faults. */
  readonly faults?: readonly FaultSeed[] | undefined;
  /** Only a new world takes settings of its clock. */
  readonly settings?: SettingsSeed | undefined;
}

/** Fields whose plain digits are kept as they are written. */
export const DIGIT_FIELDS: ReadonlySet<string> = new Set([
  "amountMinor",
  "refundedMinor",
  "priceMinor",
]);
