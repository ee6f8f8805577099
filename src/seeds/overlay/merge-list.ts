// Applies the changes of one list to its items: each changes the items that it names, or adds one.
import { COLLECTIONS } from "../../model/schema.ts";
import { suggest } from "../../shared/closest-match.ts";
import { errorAt, quote } from "../diagnostics/diagnostic.ts";
import {
  type Change,
  type Entry,
  locateField,
  originOf,
  type SeedFields,
} from "../read/entries.ts";
import type { Diagnosing } from "../resolve/diagnosing.ts";
import type { Item } from "../resolve/layer.ts";
import { idOrName } from "../resolve/names.ts";
import { numberTexts } from "../resolve/repeat.ts";

/** Merges a change into an item, which may become several. */
type Merge<ItemSeed, Thing> = (
  item: Item<ItemSeed, Thing>,
  change: Entry<Change<ItemSeed>>,
) => readonly Item<ItemSeed, Thing>[];

/** How the lists differ. */
export interface ListKind {
  readonly noun: "merchant" | "key" | "product" | "order";
  /** The fields that may name an entry; the first that names an existing one counts. */
  readonly names: readonly string[];
  /** The field that refers to another entry. */
  readonly reference?: string;
  /** Whether `{n}` in the name of a change matches any number, as `repeat` puts it there. */
  readonly matchesNumbers?: true;
}

/** An item, and a change of it. */
interface Target<Seed, Thing> {
  readonly item: Item<Seed, Thing>;
  readonly change: Entry<Change<Seed>>;
}

export interface Merged<Thing, ItemSeed> {
  readonly items: readonly Item<ItemSeed, Thing>[];
  readonly added: readonly Entry<ItemSeed>[];
  readonly removed: readonly Item<ItemSeed, Thing>[];
}

// Why: each search compares every name, and nobody reads so many suggestions.
const MAX_SEARCHES = 50;

export interface ListMerger {
  /** Applies changes to a list; what refers to something that is `lost` is removed. */
  mergeList<ItemSeed extends SeedFields, Thing>(
    list: readonly Item<ItemSeed, Thing>[],
    given: readonly Entry<Change<ItemSeed>>[],
    kind: ListKind,
    merge: Merge<ItemSeed, Thing>,
    lost?: ReadonlySet<string>,
  ): Merged<Thing, ItemSeed>;
}

/** Creates the function that applies changes to the lists of a layer. */
export function createListMerger({ report, failures }: Diagnosing): ListMerger {
  let searches = 0;
  return { mergeList };

  function mergeList<ItemSeed extends SeedFields, Thing>(
    list: readonly Item<ItemSeed, Thing>[],
    given: readonly Entry<Change<ItemSeed>>[],
    kind: ListKind,
    merge: Merge<ItemSeed, Thing>,
    lost: ReadonlySet<string> = new Set(),
  ): Merged<Thing, ItemSeed> {
    if (given.length === 0 && lost.size === 0) return { items: list, added: [], removed: [] };
    const find = createFinder(list, given, kind);
    const found = given.map((change) => ({ change, targets: find(change) }));
    const [wide = [], own = []] = [true, false].map((isWide) =>
      found.filter(({ targets }) => targets.length > 1 === isWide).map(({ change }) => change),
    );
    if (wide.length > 0 && own.length > 0) {
      // Why: a change of one entry is more specific than a change of its whole series, and wins.
      const first = mergeList(list, wide, kind, merge);
      const second = mergeList(first.items, own, kind, merge, lost);
      return { ...second, removed: [...first.removed, ...second.removed] };
    }
    const changed = new Map<Item<ItemSeed, Thing>, Entry<Change<ItemSeed>>>();
    const added: Entry<ItemSeed>[] = [];
    for (const { change, targets } of found) {
      if (targets.length === 0) added.push(...readAddition(change, list, kind));
      const first = targets.map(({ item }) => changed.get(item)).find((one) => one !== undefined);
      if (first) reportSecond(change, first, kind);
      else for (const target of targets) changed.set(target.item, target.change);
    }
    const isLost = (seed: ItemSeed) => isReferenceTo(lost, seed[kind.reference ?? ""]);
    const removed: Item<ItemSeed, Thing>[] = [];
    const items: Item<ItemSeed, Thing>[] = [];
    for (const item of list) {
      const change = changed.get(item);
      const merged = change === undefined ? [item] : merge(item, change);
      const kept = change?.seed.remove ? [] : merged.filter(({ entry: { seed } }) => !isLost(seed));
      if (merged.length > kept.length) removed.push(item);
      items.push(...kept);
    }
    return { items, added, removed };
  }

  function readAddition<ItemSeed extends SeedFields>(
    change: Entry<Change<ItemSeed>>,
    list: readonly Item<ItemSeed, unknown>[],
    kind: ListKind,
  ): Entry<ItemSeed>[] {
    const { seed } = change;
    // Why: its fields have passed their schema, so it is complete if none is missing.
    const lacking = requiredFields(kind).filter((field) => seed[field] === undefined);
    const { series: _series, ...entry } = change;
    if (isNew(seed, lacking)) return [{ ...entry, seed }];
    const field = kind.names.find((name) => typeof seed[name] === "string");
    const name = field === undefined ? undefined : String(seed[field]);
    if (name === undefined || !failures.mayHold(name)) {
      const message = explainUnmatched(change, name, lacking, kind);
      const hint = name === undefined ? undefined : suggestName(name, list, kind);
      report(errorAt(locateField(change, field), "unknown-entry", message, hint));
    }
    failures.add(`${kind.noun}s`, seed);
    return [];
  }

  function suggestName<ItemSeed extends SeedFields>(
    name: string,
    list: readonly Item<ItemSeed, unknown>[],
    { names }: ListKind,
  ): string | undefined {
    if (searches++ >= MAX_SEARCHES) return undefined;
    const known = list.flatMap(({ entry }) => {
      const seed: SeedFields = entry.series?.entry.seed ?? entry.seed;
      return names.map((field) => seed[field]);
    });
    return suggest(
      name,
      known.filter((other) => typeof other === "string"),
    );
  }

  function reportSecond(change: Entry<SeedFields>, first: Entry<SeedFields>, kind: ListKind) {
    const field = kind.names.find((name) => name in change.seed);
    const origin = locateField(first).pointer ?? originOf(first);
    const message = `this ${kind.noun} is already changed at ${origin}`;
    const hint = "Put all changes to it into one entry.";
    report(errorAt(locateField(change, field), "duplicate-name", message, hint));
  }
}

/** The fields that a new entry must have. */
function requiredFields({ noun }: ListKind): string[] {
  const fields = Object.entries(COLLECTIONS[`${noun}s`].entries);
  return fields.flatMap(([name, { type }]) => (type === "exact_optional" ? [] : [name]));
}

/** Creates the function that finds the items of a change. A series of orders is found by its `ref` as written. */
function createFinder<ItemSeed extends SeedFields, Thing>(
  list: readonly Item<ItemSeed, Thing>[],
  given: readonly Entry<SeedFields>[],
  kind: ListKind,
): (change: Entry<Change<ItemSeed>>) => readonly Target<ItemSeed, Thing>[] {
  const { names } = kind;
  const wanted = names.map((field) => {
    const values = given.flatMap(({ seed }) => nameIn(seed, field) ?? []);
    return [field, new Map(values.map((value) => [value, [] as Item<ItemSeed, Thing>[]]))] as const;
  });
  for (const item of list) {
    const { entry, before, thing = before } = item;
    const whole = entry.series?.entry.seed;
    const sources = [entry.seed, thing ?? {}, whole ?? {}] as readonly SeedFields[];
    for (const [field, items] of wanted) {
      // Why: the list may be long, but changes name few of its items.
      if (items.size === 0) continue;
      const own = sources.map((source) => nameIn(source, field));
      for (const name of new Set(own)) items.get(name ?? "")?.push(item);
    }
  }
  return (change) => {
    const named = wanted.map(([field, items]) => items.get(nameIn(change.seed, field) ?? "") ?? []);
    const items = named.find(({ length }) => length > 0);
    return items?.map((item) => ({ item, change })) ?? findNumbered(list, change, kind);
  };
}

/** Finds the items whose names differ from that of a change only in having a number as `{n}`. */
function findNumbered<ItemSeed extends SeedFields, Thing>(
  list: readonly Item<ItemSeed, Thing>[],
  change: Entry<Change<ItemSeed>>,
  { names: [field = ""], matchesNumbers }: ListKind,
): Target<ItemSeed, Thing>[] {
  const name = nameIn(change.seed, field);
  // Why: with `repeat`, an entry adds others of the same series.
  if (!matchesNumbers || !name?.includes("{n}") || change.seed.repeat !== undefined) return [];
  const [start = "", ...others] = name.split("{n}").map(escapeRegExp);
  const pattern = new RegExp(`^${start}([1-9]\\d*)${others.join("\\1")}$`);
  return list.flatMap((item) => {
    const [, number] = pattern.exec(nameIn(item.entry.seed, field) ?? "") ?? [];
    if (number === undefined) return [];
    return [{ item, change: { ...change, seed: numberTexts(change.seed, number) } }];
  });
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Contract: §2, ids are UUIDs, and their case does not matter.
function nameIn(seed: SeedFields, field: string): string | undefined {
  const value = seed[field];
  if (typeof value !== "string") return undefined;
  return field === "id" ? value.toLowerCase() : value;
}

function isNew<Item>(seed: Change<Item>, lacking: readonly string[]): seed is Change<Item> & Item {
  return lacking.length === 0 && !seed.remove;
}

function explainUnmatched<Item extends SeedFields>(
  { seed }: Entry<Change<Item>>,
  name: string | undefined,
  lacking: readonly string[],
  { noun, names }: ListKind,
): string {
  const fields = lacking.map((field) => `\`${field}\``).join(", ");
  if (name === undefined) {
    const unnamed = `this ${noun} has no ${names.map((field) => `\`${field}\``).join(" or ")}`;
    return seed.remove
      ? `${unnamed} to say which one to remove`
      : `${unnamed} to say which one it changes, and a new one needs ${fields}`;
  }
  const missing = `there is no ${noun} ${quote(name)}`;
  return seed.remove
    ? `${missing} to remove`
    : `${missing} to change, and a new one needs ${fields}`;
}

/** Whether a reference is one of some names and ids. */
export function isReferenceTo(names: ReadonlySet<string>, name: unknown): boolean {
  if (names.size === 0 || typeof name !== "string") return false;
  return names.has(name) || names.has(idOrName(name));
}
