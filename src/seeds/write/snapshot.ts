// The state of a world → one seed file that loads again to the same answers. What defaults and derived
// ids say by themselves is left out. Where rate limits and faults have got to is no part of it.

import { SCOPES } from "../../contract/endpoints.ts";
import { PUBLISHED } from "../../contract/products.ts";
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import { termsOf } from "../../model/orders.ts";
import type {
  CatalogProduct,
  FaultRule,
  Key,
  Merchant,
  OrderSeries,
  Settings,
} from "../../model/state.ts";
import { formatInstant, type Instant } from "../../shared/times.ts";
import type {
  FaultSeed,
  KeySeed,
  Limit,
  MerchantSeed,
  OrderSeed,
  ProductSeed,
  SettingsSeed,
} from "../format/schema.ts";
import type { BlueprintParts } from "../resolve/create-blueprint.ts";
import type { Repeat } from "../resolve/repeat.ts";
import { resolveSettings } from "../resolve/settings.ts";
import { formatYaml } from "../yaml/format.ts";

export interface WorldState extends BlueprintParts {
  /** The name of the world. */
  readonly world: string;
  /** The world's time in Unix milliseconds. */
  readonly now: number;
}

/** An entry as it is written: every field that there is, undefined where it is left out. */
type Written<Seed> = { readonly [Field in keyof Seed]-?: Seed[Field] | undefined };

/** Formats the state of a world as a seed file. Times are absolute, but for those of expired keys. */
export async function formatSnapshot({ world, now, ...state }: WorldState): Promise<string> {
  const slugs = new Map(state.merchants.map(({ id, slug }) => [id, slug]));
  const sections = await formatYaml({
    merchants: state.merchants.map(writeMerchant),
    keys: state.keys.map((key) => writeKey(key, now)),
    products: state.products.map(writeProduct),
    orders: state.orders().map(writeOrder),
    settings: writeSettings(state.settings, now),
    faults: state.faults.map((rule) => writeFault(rule, slugs)),
  });
  const header = `# The world ${world} as it was at ${formatTime(now)}, in one seed file.\n`;
  return [header, sections].filter(Boolean).join("\n");
}

function writeMerchant({ slug, name, id, sandboxAccess }: Merchant): Written<MerchantSeed> {
  return {
    slug,
    name: unless(slug, name),
    id: unless(idOfMerchant({ slug }), id),
    sandboxAccess: unless(true, sandboxAccess),
  };
}

function writeKey(key: Key, now: number): Written<KeySeed> {
  return {
    key: key.key,
    merchant: key.merchant.slug,
    scopes: unless([...SCOPES], [...key.scopes]),
    status: unless("active", key.status),
    expiresAt: key.expiresAt === undefined ? undefined : formatExpiry(key.expiresAt, now),
    sandboxAccess: unless(true, key.sandboxAccess),
    rateLimit: key.rateLimit && writeRateLimit(key.rateLimit),
  };
}

function writeProduct(product: CatalogProduct): Written<ProductSeed> {
  const { publicCode, merchant, currency, title, priceMinor } = product;
  return {
    publicCode,
    merchant: merchant.slug,
    id: unless(idOfProduct({ publicCode }, merchant.id), product.id),
    status: unless(PUBLISHED, product.status),
    currency,
    version: unless(1, product.version),
    title,
    priceMinor,
  };
}

// Why: an order without a name has its id from its place among those of its product, which is kept.
function writeOrder(series: OrderSeries): Written<OrderSeed> {
  const { product, repeat } = series;
  const { id, ref, state, currency, amountMinor, refundedMinor } = termsOf(series);
  return {
    product: product.publicCode,
    id,
    ref,
    state: unless("PAID", state),
    currency: unless(product.currency, currency),
    amountMinor,
    refundedMinor: unless("0", refundedMinor),
    createdAt: formatStart(series),
    repeat: repeat.every === 0 ? undefined : writeRepeat(repeat),
  };
}

function writeRepeat({ times, every, from }: Repeat): OrderSeed["repeat"] {
  return { times, every: formatDuration(every), ...(from > 1 && { from }) };
}

function writeSettings(settings: Settings, now: number): Written<SettingsSeed> {
  const standard = resolveSettings([], {}, now, () => {});
  const { rateLimit, clock } = settings;
  const isReal = clock.now === undefined && !clock.frozen;
  return {
    clock: isReal ? undefined : { now: formatTime(now), ...(clock.frozen && { frozen: true }) },
    rateLimit: unless(standard.rateLimit, writeRateLimit(rateLimit)),
    rateLimitHeaders: unless(standard.rateLimitHeaders, settings.rateLimitHeaders),
    listOrder: unless(standard.listOrder, settings.listOrder),
    errorBody: unless(standard.errorBody, settings.errorBody),
    unknownQuery: unless(standard.unknownQuery, settings.unknownQuery),
  };
}

function writeFault(rule: FaultRule, slugs: ReadonlyMap<string, string>): Written<FaultSeed> {
  const { endpoint, key, merchant, delay, respond, drop } = rule;
  return {
    endpoint,
    key,
    merchant: merchant === undefined ? undefined : slugs.get(merchant),
    after: unless(0, rule.after),
    times: unless(Number.POSITIVE_INFINITY, rule.times),
    probability: unless(1, rule.probability),
    delay: delay && writeDelay(delay),
    respond,
    drop,
  };
}

function writeDelay({ min, max }: NonNullable<FaultRule["delay"]>): FaultSeed["delay"] {
  if (min === max) return formatDuration(min);
  return { min: formatDuration(min), max: formatDuration(max) };
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
