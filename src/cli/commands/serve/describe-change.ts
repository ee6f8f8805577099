// Describes in one line what a reload changed: a few entries by name, many as a count.
import type { KeySeed, OrderSeed } from "../../../model/schema.ts";
import type { Entry, Seeds } from "../../../seeds/read/entries.ts";
import { isEqual } from "../../../shared/is-equal.ts";

type Entries<Seed> = readonly Entry<Seed>[];

interface Comparison {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  /** Whether the same entries are in another order. */
  readonly moved: boolean;
}

// Why: the place of an entry, which may be forgotten already, does not change what the entry does.
const PLACE = ["line", "place"];

// Why: a line with more names is too long to read.
const MOST_NAMES = 3;

/** Describes how two sets of seeds differ, like `orders 131 → 132, key revoked: mst_acme_full`; if they do. */
export function describeChange(before: Seeds, after: Seeds): string | undefined {
  const [old, now] = [before.base, after.base];
  const changes = [
    ...describeNames(
      "merchant",
      compare(old.merchants, now.merchants, ({ slug }) => slug),
    ),
    ...describeKeys(old.keys, now.keys),
    ...describeNames(
      "product",
      compare(old.products, now.products, (seed) => seed.publicCode),
    ),
    ...describeOrders(old.orders, now.orders),
    ...describeFaults(old.faults, now.faults),
    ...describeSettings(old.settings, now.settings),
    ...describeScenarios(before, after),
  ];
  return changes.join(", ") || undefined;
}

function describeNames(noun: string, { added, removed, changed, moved }: Comparison): string[] {
  return [
    ...(moved ? [`${noun}s reordered`] : []),
    ...listNames(`${noun} added`, added),
    ...listNames(`${noun} removed`, removed),
    ...listNames(`${noun} changed`, changed),
  ];
}

function describeKeys(before: Entries<KeySeed>, after: Entries<KeySeed>): string[] {
  const { added, removed, changed, moved } = compare(before, after, ({ key }) => key);
  const active = new Set(before.filter(({ seed }) => isActive(seed)).map(({ seed }) => seed.key));
  const dead = new Set(after.filter(({ seed }) => !isActive(seed)).map(({ seed }) => seed.key));
  const revoked = changed.filter((key) => active.has(key) && dead.has(key));
  return [
    ...listNames("key revoked", revoked),
    ...describeNames("key", {
      added,
      removed,
      changed: changed.filter((key) => !revoked.includes(key)),
      moved,
    }),
  ];
}

function describeOrders(before: Entries<OrderSeed>, after: Entries<OrderSeed>): string[] {
  const [old, now] = [countOrders(before), countOrders(after)];
  if (old !== now) return [`orders ${old} → ${now}`];
  return describeNames(
    "order",
    compare(before, after, ({ ref, id, product }) => ref ?? id ?? product),
  );
}

function describeFaults(before: Entries<object>, after: Entries<object>): string[] {
  if (before.length !== after.length) return [`faults ${before.length} → ${after.length}`];
  return after.every(({ seed }, n) => isEqual(seed, before[n]?.seed)) ? [] : ["faults changed"];
}

function describeSettings(before: Entries<object>, after: Entries<object>): string[] {
  const [old, now] = [before, after].map(
    (entries) => new Map(entries.flatMap(({ seed }) => Object.entries(seed))),
  );
  const fields = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  const changed = [...fields].filter((field) => !isEqual(old?.get(field), now?.get(field)));
  return listNames("setting changed", changed);
}

function describeScenarios(before: Seeds, after: Seeds): string[] {
  const [old = [], now = []] = [before, after].map(({ scenarios }) =>
    scenarios.map((scenario) => ({ seed: scenario })),
  );
  return describeNames(
    "scenario",
    compare(old, now, ({ name }) => name),
  );
}

function compare<Seed extends object>(
  before: readonly { readonly seed: Seed }[],
  after: readonly { readonly seed: Seed }[],
  nameOf: (seed: Seed) => string,
): Comparison {
  // Why: requests wait for this, and most orders of a long list do not change.
  const same = countSame(before, after);
  const [old, now] = [nameAll(before, nameOf, same), nameAll(after, nameOf, same)];
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const kept = [...now.keys()].filter((name) => old.has(name));
  const stayed = [...old.keys()].filter((name) => now.has(name));
  return {
    added,
    removed,
    moved: kept.some((name, n) => name !== stayed[n]),
    changed: [...now].flatMap(([name, seed]) => {
      const isKept = !old.has(name) || isEqual(seed, old.get(name), PLACE);
      return isKept ? [] : [name];
    }),
  };
}

/** Counts the equal entries at the start of two lists. */
function countSame(
  before: readonly { readonly seed: object }[],
  after: readonly { readonly seed: object }[],
): number {
  const first = after.findIndex(({ seed }, n) => !isEqual(seed, before[n]?.seed, PLACE));
  return first === -1 ? after.length : first;
}

/** Seeds by their names, without the first `skipped`. Seeds with the same name are numbered. */
function nameAll<Seed>(
  entries: readonly { readonly seed: Seed }[],
  nameOf: (seed: Seed) => string,
  skipped: number,
): Map<string, Seed> {
  const counts = new Map<string, number>();
  const named = new Map<string, Seed>();
  if (skipped === entries.length) return named;
  for (const [index, { seed }] of entries.entries()) {
    const name = nameOf(seed);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (index >= skipped) named.set(count === 1 ? name : `${name} (${count})`, seed);
  }
  return named;
}

function listNames(what: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const [noun = "", verb = ""] = what.split(" ");
  if (names.length > MOST_NAMES) return [`${names.length} ${noun}s ${verb}`];
  return [`${what}: ${names.join(", ")}`];
}

function countOrders(entries: Entries<OrderSeed>): number {
  return entries.reduce((count, { seed }) => count + (seed.repeat?.times ?? 1), 0);
}

const isActive = ({ status = "active" }: KeySeed) => status === "active";
