// The state of a world → one seed file that gives the same responses when it is loaded. Defaults and derived ids are
// left out. The state of rate limits and faults is not included.
import type * as v from "valibot";
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import { COLLECTIONS, DEFAULTS, type OrderSeed } from "../../model/schema.ts";
import { SettingsSeedSchema } from "../../model/settings-schema.ts";
import type {
  CatalogProduct,
  Key,
  Limit,
  Merchant,
  OrderRecord,
  Settings,
} from "../../model/state.ts";
import { formatInstant, type Instant, instantAt } from "../../shared/times.ts";
import { chooseKey } from "../resolve/advertised-key.ts";
import type { Layer } from "../resolve/layer.ts";
import { formatYaml } from "../yaml/format.ts";
import { derivedId, groupOrders } from "./group-orders.ts";

/** What a snapshot is taken of. */
export interface Snapshot {
  /** The name of the world. */
  readonly world: string;
  readonly state: Layer;
  /** The token of the key that is advertised. */
  readonly apiKey?: string | undefined;
  /** The world's time, and when it started, in Unix milliseconds. */
  readonly now: number;
  readonly start: number;
  /** Undefined if the clock shows the system's time. */
  readonly clock: { readonly frozen: boolean } | undefined;
}

const SECTIONS = { ...COLLECTIONS, settings: SettingsSeedSchema };

/** The fields of an entry; what is undefined is left out. */
type FieldsOf<Section extends keyof typeof SECTIONS> = OrUndefined<
  v.InferOutput<(typeof SECTIONS)[Section]>
>;
type OrUndefined<Seed> = { readonly [Field in keyof Seed]: Seed[Field] | undefined };
export type Written = Readonly<Record<string, unknown>>;

/** Formats the state of a world as a seed file. Times are absolute, except the expiry of expired keys. */
export async function formatSnapshot({
  world,
  state,
  apiKey,
  now,
  start,
  clock,
}: Snapshot): Promise<string> {
  const isChosen = apiKey === chooseKey(state.keys.values(), start, now)?.key;
  const sections = await formatYaml({
    ...(apiKey !== undefined && !isChosen && { apiKey }),
    merchants: state.merchants.map(writeMerchant),
    keys: Array.from(state.keys.values(), (key) => writeKey(key, now, start)),
    products: Array.from(state.products.values(), writeProduct),
    orders: writeOrders(state, start),
    settings: writeSettings(state.settings, now, clock),
    faults: state.source.faults.map(({ entry }) => entry.seed),
  });
  const header = `# The world ${world} as it was at ${formatSeedTime(now)}, in one seed file.\n`;
  return [header, sections].filter(Boolean).join("\n");
}

/** Writes a merchant as a seed. */
export function writeMerchant(merchant: Merchant): Written {
  const { slug, name, id } = merchant;
  return write("merchants", {
    ...merchant,
    name: unless(slug, name),
    id: unless(idOfMerchant({ slug }), id),
  });
}

/** Writes a key as a seed. */
export function writeKey(key: Key, now: number, start: number): Written {
  return write("keys", {
    ...key,
    merchant: key.merchant.slug,
    scopes: [...key.scopes],
    expiresAt: key.expiresAt && formatExpiry(instantAt(key.expiresAt, start).ms, now),
    rateLimit: key.rateLimit && writeRateLimit(key.rateLimit),
  });
}

/** Writes a product as a seed. */
export function writeProduct(product: CatalogProduct): Written {
  const { publicCode, merchant, id } = product;
  return write("products", {
    ...product,
    merchant: merchant.slug,
    id: unless(idOfProduct({ publicCode }, merchant.id), id),
  });
}

/** Writes orders; those of a series that nobody has changed as one entry with a `repeat`. */
const writeOrders = ({ source }: Layer, start: number): Written[] =>
  groupOrders(source.resolvedOrders()).map(({ order, number, whole }) => {
    const id = unless(derivedId(order, number), order.id);
    const fields = fieldsOfOrder(order, id, start);
    return write("orders", { ...fields, ...(whole && fieldsOfSeries(whole.seed, order.product)) });
  });

/** The fields of a series other than those of its first order; `{n}` is the number of an order. */
function fieldsOfSeries(seed: OrderSeed, product: CatalogProduct) {
  const { ref, state, currency, amountMinor, refundedMinor, repeat } = seed;
  return {
    ref,
    state,
    currency: currency && unless(product.currency, currency),
    amountMinor: amountMinor.toString(),
    refundedMinor: refundedMinor?.toString(),
    repeat,
  };
}

/** The fields of an order as a seed. */
export function fieldsOfOrder(
  order: OrderRecord,
  id: string | undefined,
  start: number,
): FieldsOf<"orders"> {
  const { product, currency, createdAt } = order;
  return {
    ...order,
    product: product.publicCode,
    id,
    currency: unless(product.currency, currency),
    createdAt: formatStart(instantAt(createdAt, start)),
  };
}

/** Writes settings, and the clock as it is. */
export function writeSettings(settings: Settings, now: number, clock: Snapshot["clock"]): Written {
  return write("settings", {
    ...settings,
    clock: clock && { now: formatSeedTime(now), ...(clock.frozen && { frozen: true }) },
    rateLimit: writeRateLimit(settings.rateLimit),
    extraScopes: [...settings.extraScopes],
  });
}

// Why: always in the same order of fields.
function writeRateLimit(limit: Limit): Limit {
  if (limit === "off") return limit;
  const { capacity, refillPerSecond } = limit;
  return { capacity, refillPerSecond };
}

/** Writes the fields of an entry in the order of its schema, without those that have their default. */
export function write<Section extends keyof typeof SECTIONS>(
  section: Section,
  fields: FieldsOf<Section>,
): Written {
  const values: Written = fields;
  const defaults: Written = DEFAULTS[section];
  const names = Object.keys(SECTIONS[section].entries);
  return Object.fromEntries(names.map((name) => [name, unless(defaults[name], values[name])]));
}

/** The value, or undefined if it is the default. */
function unless<Value>(defaultValue: Value, value: Value): Value | undefined {
  return JSON.stringify(value) === JSON.stringify(defaultValue) ? undefined : value;
}

/** Writes a time (Unix milliseconds). */
export function formatSeedTime(ms: number): string {
  return formatStart({ ms, fraction: "" });
}

// Why: responses show `.000` for whole seconds anyway, but `.0` must be written.
function formatStart(instant: Instant): string {
  return formatInstant(instant).replace(".000Z", "Z");
}

// Why: a date in the past gets a warning, but this key is expired on purpose.
function formatExpiry(expiresAt: number, now: number): string {
  if (expiresAt > now) return formatSeedTime(expiresAt);
  return expiresAt === now ? "now" : `now-${formatDuration(now - expiresAt)}`;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

function formatDuration(ms: number): string {
  const parts = UNITS.map(([unit, size], index) => {
    const larger = UNITS[index - 1]?.[1] ?? Number.POSITIVE_INFINITY;
    const count = Math.floor((ms % larger) / size);
    return count === 0 ? "" : `${count}${unit}`;
  });
  return parts.join("") || "0s";
}
