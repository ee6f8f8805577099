// The lines between requests in the log of a world: the world changed or restarted, or its clock was moved.
import type { Items, Layer } from "../../seeds/resolve/layer.ts";
import { isMapping } from "../../shared/mapping.ts";
import type { Actor } from "./actor.ts";
import type { Exchange } from "./exchange.ts";
import type { Mask } from "./mask.ts";

export interface Divider {
  /** ISO 8601, on the world's clock. */
  readonly time: string;
  /** The system's time in Unix milliseconds. */
  readonly at: number;
  readonly by: Actor;
  readonly text: string;
  /** How many requests had a response before. */
  readonly place: number;
}

/** What a new journal gets from the journal that it replaces. */
export interface History {
  readonly exchanges: readonly Exchange[];
  readonly dividers: readonly Divider[];
  /** How many requests have a response. */
  readonly completed: number;
}

// Why: more names than these make a line that nobody reads.
const MOST_NAMES = 3;

const NAMES: Readonly<Record<string, { readonly noun: string; readonly fields: string[] }>> = {
  merchants: { noun: "merchant", fields: ["slug"] },
  keys: { noun: "key", fields: ["key"] },
  products: { noun: "product", fields: ["publicCode", "id"] },
  orders: { noun: "order", fields: ["ref", "id", "product"] },
};

/** Describes a change that was made to a world, like `Changed: key mst_acme_full`. */
export function describeOverlay(overlay: object): string {
  const parts = Object.entries(overlay).flatMap(([collection, entries]) => {
    const { noun, fields } = NAMES[collection] ?? { noun: collection, fields: [] };
    const seeds = Array.isArray(entries) && fields.length > 0 ? entries.filter(isMapping) : [];
    const names = seeds.map((seed) => describeSeed(seed, fields));
    return listNames(noun, names.length > 0 ? names : [""]);
  });
  return `Changed: ${parts.join(", ")}`;
}

// Why: an entry with more fields is a new one, of which the name says enough.
const MOST_FIELDS = 2;

/** The name of an entry, and what a change of it sets. */
function describeSeed(seed: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const name = names.find((field) => seed[field]) ?? "";
  const set = Object.entries(seed).filter(([field]) => !names.includes(field));
  if (set.length === 0 || set.length > MOST_FIELDS) return String(seed[name]);
  const fields = set.map(([field, value]) => `${field} ${formatValue(value)}`);
  return `${seed[name]} (${fields.join(", ")})`;
}

const formatValue = (value: unknown) =>
  typeof value === "string" ? value.slice(0, 80) : JSON.stringify(value).slice(0, 80);

/** Describes what an edit of the seeds changed in a world, like `Seeds reloaded: key mst_acme_full`. */
export function describeEdit({ source: before }: Layer, { source: after }: Layer): string {
  const parts = [
    ...changed("merchant", before.merchants, after.merchants, ({ slug }) => slug),
    ...changed("key", before.keys, after.keys, ({ key }) => key),
    ...changed("product", before.products, after.products, (seed) => seed.publicCode),
    ...(before.orders.length === after.orders.length
      ? []
      : [`orders ${before.orders.length} → ${after.orders.length}`]),
    ...(seedsOf(before.faults) === seedsOf(after.faults) ? [] : ["faults"]),
  ];
  return parts.length === 0 ? "Seeds reloaded" : `Seeds reloaded: ${parts.join(", ")}`;
}

function changed<Seed>(
  noun: string,
  before: readonly { readonly entry: { readonly seed: Seed } }[],
  after: readonly { readonly entry: { readonly seed: Seed } }[],
  nameOf: (seed: Seed) => string | undefined,
): string[] {
  const [old, now] = [before, after].map(
    (items) =>
      new Map(items.map(({ entry: { seed } }) => [nameOf(seed) ?? "", JSON.stringify(seed)])),
  );
  const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  return listNames(
    noun,
    names.filter((name) => old?.get(name) !== now?.get(name)),
  );
}

const seedsOf = (faults: Items["faults"]) => JSON.stringify(faults.map(({ entry }) => entry.seed));

/** Masks the keys in dividers that are not of the world any more, because it was reset or its seeds were edited. */
export function maskDividers(dividers: readonly Divider[], { token }: Mask): Divider[] {
  const show = (text: string) => text.replace(/(?<=\bkey )[^\s,]+/g, token);
  return dividers.map((divider) => ({ ...divider, text: show(divider.text) }));
}

/** Lists what happened to things by their names; how many there are where these are many. */
export function listNames(noun: string, names: readonly string[]): string[] {
  if (names.length > MOST_NAMES) return [`${names.length} ${noun}s`];
  return names.map((name) => `${noun} ${name}`.trim());
}
