// The state of a world → one seed file that loads again to the same answers. What defaults and derived
// ids say by themselves is left out. Where rate limits and faults have got to is no part of it.
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import type {
  CatalogProduct,
  Key,
  Limit,
  Merchant,
  OrderRecord,
  Settings,
} from "../../model/state.ts";
import { formatInstant, type Instant, instantAt } from "../../shared/times.ts";
import { DEFAULTS } from "../format/defaults.ts";
import type {
  KeySeed,
  MerchantSeed,
  OrderSeed,
  ProductSeed,
  SettingsSeed,
} from "../format/schema.ts";
import type { Layer } from "../resolve/layer.ts";
import { formatYaml } from "../yaml/format.ts";
import { derivedId, groupOrders } from "./group-orders.ts";

/** What a snapshot is taken of. */
export interface Snapshot {
  /** The name of the world. */
  readonly world: string;
  readonly state: Layer;
  /** The world's time, and when it started, in Unix milliseconds. */
  readonly now: number;
  readonly start: number;
  /** Undefined if the clock shows the system's time. */
  readonly clock: { readonly frozen: boolean } | undefined;
}

/** An entry as it is written: every field that there is, undefined if it is left out. */
type Written<Seed> = { readonly [Field in keyof Seed]-?: Seed[Field] | undefined };

/** Formats the state of a world as a seed file. Times are absolute, except those of expired keys. */
export async function formatSnapshot({
  world,
  state,
  now,
  start,
  clock,
}: Snapshot): Promise<string> {
  const sections = await formatYaml({
    merchants: state.merchants.map(writeMerchant),
    keys: Array.from(state.keys.values(), (key) => writeKey(key, now, start)),
    products: Array.from(state.products.values(), writeProduct),
    orders: writeOrders(state, start),
    settings: writeSettings(state.settings, now, clock),
    faults: state.source.faults.map(({ entry }) => entry.seed),
  });
  const header = `# The world ${world} as it was at ${formatTime(now)}, in one seed file.\n`;
  return [header, sections].filter(Boolean).join("\n");
}

function writeMerchant({ slug, name, id, sandboxAccess }: Merchant): Written<MerchantSeed> {
  return {
    slug,
    name: unless(slug, name),
    id: unless(idOfMerchant({ slug }), id),
    sandboxAccess: unless(DEFAULTS.merchants.sandboxAccess, sandboxAccess),
  };
}

function writeKey(key: Key, now: number, start: number): Written<KeySeed> {
  const { scopes, status, sandboxAccess } = DEFAULTS.keys;
  return {
    key: key.key,
    merchant: key.merchant.slug,
    scopes: unless(scopes, [...key.scopes]),
    status: unless(status, key.status),
    expiresAt: key.expiresAt && formatExpiry(instantAt(key.expiresAt, start).ms, now),
    sandboxAccess: unless(sandboxAccess, key.sandboxAccess),
    rateLimit: key.rateLimit && writeRateLimit(key.rateLimit),
  };
}

function writeProduct(product: CatalogProduct): Written<ProductSeed> {
  const { publicCode, merchant, currency, title, priceMinor } = product;
  return {
    publicCode,
    merchant: merchant.slug,
    id: unless(idOfProduct({ publicCode }, merchant.id), product.id),
    status: unless(DEFAULTS.products.status, product.status),
    currency,
    version: unless(DEFAULTS.products.version, product.version),
    title,
    priceMinor,
  };
}

/** Writes orders; those of a series that nobody has changed as one entry with a `repeat`. */
const writeOrders = ({ source }: Layer, start: number): Written<OrderSeed>[] =>
  groupOrders(source.resolvedOrders()).map(({ order, number, whole }) => {
    const written = writeOrder(order, number, start);
    if (whole === undefined) return written;
    return { ...written, ...textsOf(whole.seed, order.product), repeat: whole.seed.repeat };
  });

/** The texts of a series, in which `{n}` is the number of an order. */
function textsOf(seed: OrderSeed, product: CatalogProduct) {
  const { state, currency, amountMinor, refundedMinor } = seed;
  return {
    ref: seed.ref,
    state: state && unless(DEFAULTS.orders.state, state),
    currency: currency && unless(product.currency, currency),
    amountMinor: amountMinor.toString(),
    refundedMinor: unless(DEFAULTS.orders.refundedMinor, refundedMinor?.toString() ?? "0"),
  };
}

function writeOrder(order: OrderRecord, number: number, start: number): Written<OrderSeed> {
  const { product, id, ref, state, currency, amountMinor, refundedMinor, createdAt } = order;
  return {
    product: product.publicCode,
    id: unless(derivedId(order, number), id),
    ref,
    state: unless(DEFAULTS.orders.state, state),
    currency: unless(product.currency, currency),
    amountMinor,
    refundedMinor: unless(DEFAULTS.orders.refundedMinor, refundedMinor),
    createdAt: formatStart(instantAt(createdAt, start)),
    repeat: undefined,
  };
}

function writeSettings(settings: Settings, now: number, clock: Snapshot["clock"]): SettingsSeed {
  const { rateLimit, ...others } = DEFAULTS.settings;
  const written = Object.entries(others).map(([field, standard]) => [
    field,
    unless(standard, settings[field as keyof typeof others]),
  ]);
  return {
    clock: clock && { now: formatTime(now), ...(clock.frozen && { frozen: true }) },
    rateLimit: unless(rateLimit, writeRateLimit(settings.rateLimit)),
    ...Object.fromEntries(written),
  };
}

// Why: the fields in one order, whatever order they were given in.
function writeRateLimit(limit: Limit): Limit {
  if (limit === "off") return limit;
  const { capacity, refillPerSecond } = limit;
  return { capacity, refillPerSecond };
}

/** A value, or undefined where it is what holds anyway. */
function unless<Value>(standard: Value, value: Value): Value | undefined {
  return JSON.stringify(value) === JSON.stringify(standard) ? undefined : value;
}

function formatTime(ms: number): string {
  return formatStart({ ms, fraction: "" });
}

// Why: whole seconds are answered with `.000` without saying so; `.0` has to be said.
function formatStart(instant: Instant): string {
  return formatInstant(instant).replace(".000Z", "Z");
}

// Why: a date that is over is warned of, as it may have passed unnoticed; this one is meant to be over.
function formatExpiry(expiresAt: number, now: number): string {
  if (expiresAt > now) return formatTime(expiresAt);
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
