// A scenario laid over the seeds beneath it: an entry with the name of one that is there changes just
// the fields it gives, or takes it out together with what refers to it; others are added. A list that
// is left alone stays the same list, by which later steps see that nothing changed.
import * as v from "valibot";
import { type Diagnostic, errorAt, quote } from "./diagnostic.ts";
import { type Changes, type Entries, type Entry, locateField, originOf } from "./entries.ts";
import type { Failures } from "./failures.ts";
import { uuid } from "./fields.ts";
import { idOfMerchant, idOfProduct } from "./ids.ts";
import { suggest } from "./nearest.ts";
import { COLLECTIONS } from "./schema.ts";

type Seed = Readonly<Record<string, unknown>>;
type Change = Seed & { readonly remove?: true | undefined };

/** Who is told of changes that fit nothing, and what failed before, to which these are added. */
export interface Overlaying {
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: Failures;
}

interface ListKind<Item extends Seed> {
  readonly noun: string;
  readonly schema: v.GenericSchema<Item>;
  /** The fields that may name an entry; the first that leads to one counts. */
  readonly names: readonly string[];
  /** The field that refers to another entry. */
  readonly reference?: string;
}

interface Laid<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly removed: readonly Entry<Item>[];
}

const MERCHANTS = { noun: "merchant", schema: COLLECTIONS.merchants, names: ["slug"] };
const KEYS = { noun: "key", schema: COLLECTIONS.keys, names: ["key"], reference: "merchant" };
const PRODUCTS = {
  noun: "product",
  schema: COLLECTIONS.products,
  names: ["publicCode"],
  reference: "merchant",
};
const ORDERS = {
  noun: "order",
  schema: COLLECTIONS.orders,
  names: ["id", "ref"],
  reference: "product",
};

// Why: each search looks at every name; nobody reads so many suggestions.
const MAX_SEARCHES = 50;

/** Lays changes over entries. */
export function applyChanges(beneath: Entries, changes: Changes, overlaying?: Overlaying): Entries {
  let searches = 0;
  const merchants = layList(beneath.merchants, changes.merchants, MERCHANTS);
  const lostMerchants = new Set(namesOfMerchants(merchants.removed).keys());
  const keys = layList(beneath.keys, changes.keys, KEYS, lostMerchants);
  const lostKeys = new Set(keys.removed.map(({ seed }) => seed.key));
  const products = layList(beneath.products, changes.products, PRODUCTS, lostMerchants);
  const { settings } = changes;
  return {
    merchants: merchants.entries,
    keys: keys.entries,
    products: products.entries,
    orders: layOrders(namesOfProducts(products.removed, beneath.merchants)),
    faults: changes.faults ?? keepFaults(beneath.faults, lostKeys, lostMerchants),
    settings: settings.length === 0 ? beneath.settings : [...beneath.settings, ...settings],
  };

  function layOrders(lost: ReadonlySet<string>): Entries["orders"] {
    if (changes.orders.length === 0 && lost.size === 0) return beneath.orders;
    const { entries } = layList(beneath.orders(), changes.orders, ORDERS, lost);
    return () => entries;
  }

  function layList<Item extends Seed>(
    list: readonly Entry<Item>[],
    given: readonly Entry<Change>[],
    kind: ListKind<Item>,
    lost: ReadonlySet<string> = new Set(),
  ): Laid<Item> {
    if (given.length === 0 && lost.size === 0) return { entries: list, removed: [] };
    const changed = new Map<Entry<Item>, Entry<Change>>();
    const added: Entry<Item>[] = [];
    const find = createFinder(list, given, kind.names);
    for (const change of given) {
      const target = find(change.seed);
      const first = target && changed.get(target);
      if (first) refuseSecond(change, first, kind);
      else if (target) changed.set(target, change);
      else added.push(...readAddition(change, list, kind));
    }
    const isRemoved = (entry: Entry<Item>) => changed.get(entry)?.seed.remove === true;
    const isLost = ({ seed }: Entry<Item>) => isAmong(lost, seed[kind.reference ?? ""]);
    const kept = list
      .filter((entry) => !isRemoved(entry))
      .map((entry) => merge(entry, changed.get(entry), kind.schema));
    return {
      entries: [...kept.filter((entry) => !isLost(entry)), ...added],
      removed: [...list.filter(isRemoved), ...kept.filter(isLost)],
    };
  }

  function readAddition<Item extends Seed>(
    change: Entry<Change>,
    list: readonly Entry<Item>[],
    kind: ListKind<Item>,
  ): Entry<Item>[] {
    const { seed } = change;
    if (v.is(kind.schema, seed)) return [{ ...change, seed }];
    const field = kind.names.find((name) => typeof seed[name] === "string");
    const name = field === undefined ? undefined : String(seed[field]);
    if (name === undefined || !overlaying?.failures.mayHold(name)) {
      const message = explainMisfit(change, name, kind);
      const hint = name === undefined ? undefined : suggestName(name, list, kind);
      overlaying?.report(errorAt(locateField(change, field), "unmatched-change", message, hint));
    }
    overlaying?.failures.add(`${kind.noun}s`, seed);
    return [];
  }

  function suggestName<Item extends Seed>(
    name: string,
    list: readonly Entry<Item>[],
    { names }: ListKind<Item>,
  ): string | undefined {
    if (searches++ >= MAX_SEARCHES) return undefined;
    const known = list.flatMap(({ seed }) => names.map((field) => seed[field]));
    return suggest(
      name,
      known.filter((other) => typeof other === "string"),
    );
  }

  function refuseSecond(
    change: Entry<Change>,
    first: Entry<Change>,
    { noun, names }: Pick<ListKind<Seed>, "noun" | "names">,
  ) {
    const field = names.find((name) => name in change.seed);
    const message = `this ${noun} is already changed at ${originOf(first)}`;
    const hint = "Put all that changes of it into one entry.";
    overlaying?.report(errorAt(locateField(change, field), "duplicate-name", message, hint));
  }
}

function explainMisfit<Item extends Seed>(
  { seed }: Entry<Change>,
  name: string | undefined,
  { noun, schema, names }: ListKind<Item>,
): string {
  const { issues = [] } = v.safeParse(schema, seed);
  const lacking = issues.map(({ path }) => `\`${path?.at(-1)?.key}\``).join(", ");
  if (name === undefined) {
    const unnamed = `this ${noun} has no ${names.map((field) => `\`${field}\``).join(" or ")}`;
    return seed.remove
      ? `${unnamed} to say which to remove`
      : `${unnamed} to say which it changes, and as a new one it lacks ${lacking}`;
  }
  const missing = `no ${noun} of the seeds is called ${quote(name)}`;
  return seed.remove
    ? `${missing}, so there is none to remove`
    : `${missing}, and as a new one it lacks ${lacking}`;
}

function createFinder<Item extends Seed>(
  list: readonly Entry<Item>[],
  given: readonly Entry<Change>[],
  names: readonly string[],
) {
  // Why: a list may be long, what a scenario says of it is short.
  const known = names.map((name) => {
    const wanted = new Set(given.map(({ seed }) => canonical(name, seed)));
    wanted.delete(undefined);
    if (wanted.size === 0) return [name, new Map<unknown, Entry<Item>>()] as const;
    const fitting = list.filter(({ seed }) => wanted.has(canonical(name, seed)));
    return [name, new Map(fitting.map((entry) => [canonical(name, entry.seed), entry]))] as const;
  });
  return (seed: Seed): Entry<Item> | undefined => {
    for (const [name, entries] of known) {
      const found = entries.get(canonical(name, seed));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

// Contract: §2 ids are UUIDs, which are the same in either case.
function canonical(name: string, seed: Seed): unknown {
  const value = seed[name];
  return name === "id" && typeof value === "string" ? value.toLowerCase() : value;
}

function merge<Item extends Seed>(
  entry: Entry<Item>,
  change: Entry<Change> | undefined,
  schema: v.GenericSchema<Item>,
): Entry<Item> {
  if (change === undefined) return entry;
  const seed = { ...entry.seed, ...change.seed };
  return v.is(schema, seed) ? { ...change, seed, beneath: entry } : entry;
}

function keepFaults(
  faults: Entries["faults"],
  lostKeys: ReadonlySet<string>,
  lostMerchants: ReadonlySet<string>,
): Entries["faults"] {
  if (lostKeys.size === 0 && lostMerchants.size === 0) return faults;
  return faults.filter(
    ({ seed }) => !lostKeys.has(seed.key ?? "") && !isAmong(lostMerchants, seed.merchant),
  );
}

/** The names that lead to merchants, each with the merchant's id. */
function namesOfMerchants(merchants: Entries["merchants"]): Map<string, string> {
  return new Map(
    merchants.flatMap(({ seed }) => {
      const id = idOfMerchant(seed);
      return [seed.slug, id].map((name) => [name, id] as const);
    }),
  );
}

/** The names that lead to products. */
function namesOfProducts(
  products: Entries["products"],
  merchants: Entries["merchants"],
): Set<string> {
  if (products.length === 0) return new Set();
  const owners = namesOfMerchants(merchants);
  const names = products.flatMap(({ seed }) => {
    const owner = owners.get(seed.merchant) ?? owners.get(seed.merchant.toLowerCase());
    return owner ? [seed.publicCode, idOfProduct(seed, owner)] : [seed.publicCode];
  });
  return new Set(names);
}

/** Tells whether one of some names and ids is what a field refers to. */
// Contract: §2 ids are UUIDs, which are the same in either case; here they stand in lower case.
function isAmong(names: ReadonlySet<string>, name: unknown): boolean {
  if (names.size === 0 || typeof name !== "string") return false;
  return names.has(name) || (v.is(uuid, name) && names.has(name.toLowerCase()));
}
