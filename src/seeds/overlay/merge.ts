// An overlay applied on top of a layer: an entry with the name of one that is there changes just the fields it
// gives, or removes it together with what refers to it; others are added. A list that is left alone stays the
// same list, by which later steps see that nothing changed.
import type { Key, Merchant, OrderRecord } from "../../model/state.ts";
import { suggest } from "../../shared/closest-match.ts";
import { errorAt, quote } from "../diagnostics/diagnostic.ts";
import type { KeySeed, MerchantSeed, OrderSeed, ProductSeed } from "../format/schema.ts";
import { type Changes, type Entry, locateField, originOf } from "../read/entries.ts";
import type { Diagnosing } from "../resolve/diagnosing.ts";
import type { Item, Items, Layer } from "../resolve/layer.ts";
import { idOrName } from "../resolve/names.ts";
import { expandOrder, expandOrders, findNumbered, numberSeed } from "../resolve/repeat.ts";

type Seed = Readonly<Record<string, unknown>>;
/** Some fields of an entry, each of which has passed its schema. */
type Change<Item> = { readonly [Field in keyof Item]?: Item[Field] | undefined } & {
  readonly remove?: true | undefined;
};
/** The fields that a new entry must give. */
type Needed<Item> = {
  [Field in keyof Item]-?: undefined extends Item[Field] ? never : Field;
}[keyof Item];

interface ListKind<Item extends Seed> {
  readonly noun: string;
  readonly needs: Readonly<Record<Needed<Item>, true>>;
  /** The fields that may name an entry; the first that leads to one counts. */
  readonly names: readonly string[];
  /** The field that refers to another entry. */
  readonly reference?: string;
}

const MERCHANTS: ListKind<MerchantSeed> = {
  noun: "merchant",
  needs: { slug: true },
  names: ["slug"],
};
const KEYS: ListKind<KeySeed> = {
  noun: "key",
  needs: { key: true, merchant: true },
  names: ["key"],
  reference: "merchant",
};
const PRODUCTS: ListKind<ProductSeed> = {
  noun: "product",
  needs: { publicCode: true, merchant: true, currency: true },
  names: ["publicCode"],
  reference: "merchant",
};
const ORDERS: ListKind<OrderSeed> = {
  noun: "order",
  needs: { product: true, amountMinor: true, createdAt: true },
  names: ["id", "ref"],
  reference: "product",
};

// Why: each search looks at every name; nobody reads so many suggestions.
const MAX_SEARCHES = 50;

export interface Applying extends Diagnosing {
  /** Who makes the changes, if no file does. */
  readonly maker?: string;
  /** Whether they are made in a running world, whose orders keep the currency they were paid in. */
  readonly running: boolean;
}

interface Merged<Thing, ItemSeed> {
  readonly items: readonly Item<ItemSeed, Thing>[];
  readonly added: readonly Entry<ItemSeed>[];
  readonly removed: readonly Item<ItemSeed, Thing>[];
}

/** Applies changes on top of a layer; what changed is still to be resolved. */
export function applyChanges(layer: Layer, changes: Changes, applying: Applying): Items {
  const { report, failures, maker, running, now } = applying;
  const { source } = layer;
  let searches = 0;
  const merchants = mergeList(source.merchants, changes.merchants, MERCHANTS);
  const lostMerchants = namesOfAll(merchants.removed, ({ slug, id }: Merchant) => [slug, id]);
  const keys = mergeList(source.keys, changes.keys, KEYS, lostMerchants);
  const lostKeys = namesOfAll(keys.removed, ({ key }: Key) => [key]);
  const products = mergeList(source.products, changes.products, PRODUCTS, lostMerchants);
  const lostProducts = namesOfAll(products.removed, ({ publicCode, id }) => [publicCode, id]);
  return {
    merchants: itemsOf(merchants),
    keys: itemsOf(keys),
    products: itemsOf(products),
    orders: mergeOrders(),
    faults: changes.faults?.map((entry) => ({ entry })) ?? keepFaults(),
    settings:
      changes.settings.length === 0 ? source.settings : [...source.settings, ...changes.settings],
  };

  function mergeOrders(): Items["orders"] {
    const follows = !running && itemsOf(products) !== source.products;
    if (changes.orders.length === 0 && lostProducts.size === 0 && !follows) return source.orders;
    const { items, added } = mergeList(
      source.resolvedOrders(),
      changes.orders,
      ORDERS,
      lostProducts,
      mergeOrder,
    );
    const kept = follows ? items.map(({ entry, thing }) => ({ entry, before: thing })) : items;
    const entries = expandOrders(added, kept.length, now, report);
    return [...kept, ...entries.map((entry) => ({ entry }))];
  }

  function keepFaults(): Items["faults"] {
    if (lostKeys.size === 0 && lostMerchants.size === 0) return source.faults;
    return source.faults.filter(
      ({ entry: { seed } }) =>
        !lostKeys.has(seed.key ?? "") && !isAmong(lostMerchants, seed.merchant),
    );
  }

  function mergeList<ItemSeed extends Seed, Thing>(
    list: readonly Item<ItemSeed, Thing>[],
    given: readonly Entry<Change<ItemSeed>>[],
    kind: ListKind<ItemSeed>,
    lost: ReadonlySet<string> = new Set(),
    merge: Merge<ItemSeed, Thing> = mergeItem,
  ): Merged<Thing, ItemSeed> {
    if (given.length === 0 && lost.size === 0) return { items: list, added: [], removed: [] };
    const find = createFinder(list, given, kind);
    const found = given.map((change) => ({ change, targets: find(change.seed) }));
    const alone = new Set(found.flatMap(({ targets }) => (targets.length === 1 ? targets : [])));
    const changed = new Map<Item<ItemSeed, Thing>, Entry<Change<ItemSeed>>>();
    const added: Entry<ItemSeed>[] = [];
    for (const { change, targets } of found) {
      if (targets.length === 0) added.push(...readAddition(change, list, kind));
      // Why: what names one order says more of it than what names its whole series.
      const own = targets.length > 1 ? targets.filter((target) => !alone.has(target)) : targets;
      const first = own.map((target) => changed.get(target)).find((one) => one !== undefined);
      if (first) reportSecond(change, first, kind);
      else for (const target of own) changed.set(target, change);
    }
    const wholes = new Map<Entry<OrderSeed>, Entry<OrderSeed>>();
    const removed: Item<ItemSeed, Thing>[] = [];
    const items = list.flatMap((item) => {
      const change = changed.get(item);
      const merged = change === undefined ? [item] : merge(item, change, wholes);
      const kept = merged.filter(
        ({ entry: { seed } }) => !isAmong(lost, seed[kind.reference ?? ""]),
      );
      if (change?.seed.remove || (merged.length > 0 && kept.length === 0)) removed.push(item);
      return change?.seed.remove ? [] : kept;
    });
    return { items, added, removed };
  }

  function mergeItem<ItemSeed extends Seed, Thing>(
    { entry, thing }: Item<ItemSeed, Thing>,
    change: Entry<Change<ItemSeed>>,
  ): Item<ItemSeed, Thing>[] {
    return [{ entry: mergeEntry(entry, change), before: thing }];
  }

  /** Merges a change into one order, or into an order as one of the series that the change names. */
  function mergeOrder(
    { entry, thing: before }: Items["orders"][number],
    change: Entry<Change<OrderSeed>>,
    wholes: Map<Entry<OrderSeed>, Entry<OrderSeed>>,
  ): Items["orders"] {
    const { series } = entry;
    if (series === undefined || change.seed.ref !== series.entry.seed.ref) {
      const fields = series ? numberSeed(change.seed, series.number) : change.seed;
      const merged = mergeEntry(keepCurrency(entry, before), { ...change, seed: fields });
      const moved = change.seed.createdAt !== undefined &&
        series && { ...series, delay: 0, every: 0 };
      const own = moved ? { ...merged, series: moved } : merged;
      const repeats = change.seed.repeat !== undefined || findNumbered(fields) !== undefined;
      if (!repeats) return [{ entry: own, before }];
      return expandOrder(own, now, report).map((one) => ({ entry: one, before }));
    }
    const known = wholes.get(series.entry);
    const whole = known ?? mergeEntry(series.entry, change);
    wholes.set(series.entry, whole);
    if (change.seed.repeat === undefined && change.seed.createdAt === undefined) {
      const { ref: _ref, ...fields } = numberSeed(change.seed, series.number);
      const merged = mergeEntry(keepCurrency(entry, before), { ...change, seed: fields });
      return [{ entry: { ...merged, series: { ...series, entry: whole } }, before }];
    }
    // Why: with other times, the series begins again, in the place of its first order.
    if (known !== undefined) return [];
    return expandOrder(whole, now, report).map((one) => ({ entry: one }));
  }

  // Why: an order that was paid in a running world keeps its currency, whatever becomes of the product's.
  function keepCurrency(entry: Entry<OrderSeed>, order?: OrderRecord): Entry<OrderSeed> {
    if (!running || order === undefined) return entry;
    return { ...entry, seed: { ...entry.seed, currency: order.currency } };
  }

  function mergeEntry<ItemSeed extends Seed>(
    entry: Entry<ItemSeed>,
    change: Entry<Change<ItemSeed>>,
  ): Entry<ItemSeed> {
    const { seed: fields, series: _series, ...place } = change;
    const merged = { ...entry, ...place, seed: { ...entry.seed, ...fields }, beneath: entry };
    if (maker === undefined) return merged;
    const changed = `${originOf(entry)}, changed by ${maker}`;
    return { ...merged, path: entry.line === 0 ? entry.path : changed, line: 0 };
  }

  function readAddition<ItemSeed extends Seed>(
    change: Entry<Change<ItemSeed>>,
    list: readonly Item<ItemSeed, unknown>[],
    kind: ListKind<ItemSeed>,
  ): Entry<ItemSeed>[] {
    const { seed } = change;
    // Why: what it gives has passed its schema, and so it is whole if no field is missing.
    const lacking = Object.keys(kind.needs).filter((field) => seed[field] === undefined);
    const { series: _series, ...entry } = change;
    if (isNew(seed, lacking)) return [{ ...entry, seed }];
    const field = kind.names.find((name) => typeof seed[name] === "string");
    const name = field === undefined ? undefined : String(seed[field]);
    if (name === undefined || !failures.mayHold(name)) {
      const message = explainMisfit(change, name, lacking, kind);
      const hint = name === undefined ? undefined : suggestName(name, list, kind);
      report(errorAt(locateField(change, field), "unmatched-change", message, hint));
    }
    failures.add(`${kind.noun}s`, seed);
    return [];
  }

  function suggestName<ItemSeed extends Seed>(
    name: string,
    list: readonly Item<ItemSeed, unknown>[],
    { names }: ListKind<ItemSeed>,
  ): string | undefined {
    if (searches++ >= MAX_SEARCHES) return undefined;
    const known = list.flatMap(({ entry }) => names.map((field) => entry.seed[field]));
    return suggest(
      name,
      known.filter((other) => typeof other === "string"),
    );
  }

  function reportSecond(change: Entry<Seed>, first: Entry<Seed>, kind: ListKind<Seed>) {
    const field = kind.names.find((name) => name in change.seed);
    const message = `this ${kind.noun} is already changed at ${originOf(first)}`;
    const hint = "Put all that changes of it into one entry.";
    report(errorAt(locateField(change, field), "duplicate-name", message, hint));
  }
}

type Merge<ItemSeed, Thing> = (
  item: Item<ItemSeed, Thing>,
  change: Entry<Change<ItemSeed>>,
  /** What has become of the series that were changed as a whole. */
  wholes: Map<Entry<OrderSeed>, Entry<OrderSeed>>,
) => readonly Item<ItemSeed, Thing>[];

function itemsOf<Thing, ItemSeed>({ items, added }: Merged<Thing, ItemSeed>) {
  return added.length === 0 ? items : [...items, ...added.map((entry) => ({ entry }))];
}

/** Makes what finds the items that a change names; a series is named by the `ref` that its orders share. */
function createFinder<ItemSeed extends Seed, Thing>(
  list: readonly Item<ItemSeed, Thing>[],
  given: readonly Entry<Seed>[],
  { names }: ListKind<ItemSeed>,
): (seed: Seed) => readonly Item<ItemSeed, Thing>[] {
  const found = new Map<string, Item<ItemSeed, Thing>[]>();
  for (const { seed } of given) for (const name of namesIn(seed, names)) found.set(name, []);
  for (const item of list) {
    const { entry, thing } = item;
    const own = new Set([
      ...namesIn(entry.seed, names),
      ...namesIn((thing ?? {}) as Seed, names),
      ...namesIn(entry.series?.entry.seed ?? {}, names),
    ]);
    for (const name of own) found.get(name)?.push(item);
  }
  return (seed) => {
    const named = namesIn(seed, names).map((name) => found.get(name) ?? []);
    return named.find((items) => items.length > 0) ?? [];
  };
}

// Contract: §2, ids are UUIDs, which are the same in either case.
function namesIn(seed: Seed, fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const value = seed[field];
    if (typeof value !== "string") return [];
    return [`${field} ${field === "id" ? value.toLowerCase() : value}`];
  });
}

function isNew<Item>(seed: Change<Item>, lacking: readonly string[]): seed is Change<Item> & Item {
  return lacking.length === 0 && !seed.remove;
}

function explainMisfit<Item extends Seed>(
  { seed }: Entry<Change<Item>>,
  name: string | undefined,
  lacking: readonly string[],
  { noun, names }: ListKind<Item>,
): string {
  const fields = lacking.map((field) => `\`${field}\``).join(", ");
  if (name === undefined) {
    const unnamed = `this ${noun} has no ${names.map((field) => `\`${field}\``).join(" or ")}`;
    return seed.remove
      ? `${unnamed} to say which to remove`
      : `${unnamed} to say which it changes, and as a new one it lacks ${fields}`;
  }
  const missing = `no ${noun} of the seeds is called ${quote(name)}`;
  return seed.remove
    ? `${missing}, so there is none to remove`
    : `${missing}, and as a new one it lacks ${fields}`;
}

/** The names of what was removed. */
function namesOfAll<Thing>(
  items: readonly Item<unknown, Thing>[],
  namesOf: (thing: Thing) => readonly string[],
): ReadonlySet<string> {
  return new Set(items.flatMap(({ thing }) => (thing ? namesOf(thing) : [])));
}

/** Whether one of some names and ids is what a field refers to. */
function isAmong(names: ReadonlySet<string>, name: unknown): boolean {
  if (names.size === 0 || typeof name !== "string") return false;
  return names.has(name) || names.has(idOrName(name));
}
