// Applies an overlay on top of a layer: an entry with the name of an existing one changes the fields that it gives,
// or removes the entry and what refers to it. Other entries are added. A list without changes stays the same list,
// so that later steps can see this.

import type { KeySeed, ProductSeed } from "../../model/schema.ts";
import type { Key, Merchant } from "../../model/state.ts";
import type { Changes } from "../read/entries.ts";
import type { Diagnosing } from "../resolve/diagnosing.ts";
import type { Item, Items, Layer } from "../resolve/layer.ts";
import { expandNamed, expandOrders, MOST_ORDERS, reportTooMany } from "../resolve/repeat.ts";
import { createMerges } from "./merge-entry.ts";
import { createListMerger, isReferenceTo, type ListKind, type Merged } from "./merge-list.ts";

const MERCHANTS: ListKind = { noun: "merchant", names: ["slug"] };
const KEYS: ListKind = {
  noun: "key",
  names: ["key"],
  reference: "merchant",
  matchesNumbers: true,
};
const PRODUCTS: ListKind = {
  noun: "product",
  names: ["publicCode"],
  reference: "merchant",
  matchesNumbers: true,
};
const ORDERS: ListKind = { noun: "order", names: ["id", "ref"], reference: "product" };

/** Applies changes on top of a layer. The result is not resolved yet. */
export function applyChanges(layer: Layer, changes: Changes, diagnosing: Diagnosing): Items {
  const { report, running, now } = diagnosing;
  const { mergeList } = createListMerger(diagnosing);
  const { mergeItem, mergeOrder } = createMerges(diagnosing);
  const { source } = layer;
  const merchants = mergeList(source.merchants, changes.merchants, MERCHANTS, mergeItem);
  const lostMerchants = namesOfAll(merchants.removed, ({ slug, id }: Merchant) => [slug, id]);
  const keys = expandAdded(
    mergeList(source.keys, changes.keys, KEYS, mergeItem, lostMerchants),
    "key",
  );
  const lostKeys = namesOfAll(keys.removed, ({ key }: Key) => [key]);
  const products = expandAdded(
    mergeList(source.products, changes.products, PRODUCTS, mergeItem, lostMerchants),
    "publicCode",
  );
  const lostProducts = namesOfAll(products.removed, ({ publicCode, id }) => [publicCode, id]);
  return {
    apiKey: changes.apiKey,
    merchants: itemsOf(merchants),
    keys: itemsOf(keys),
    products: itemsOf(products),
    orders: mergeOrders(),
    faults: changes.faults?.map((entry) => ({ entry })) ?? keepFaults(),
    settings:
      changes.settings.length === 0 ? source.settings : [...source.settings, ...changes.settings],
  };

  function expandAdded<Thing, Seed extends KeySeed | ProductSeed>(
    merged: Merged<Thing, Seed>,
    name: keyof Seed & string,
  ): Merged<Thing, Seed> {
    const { items, added } = merged;
    return { ...merged, added: expandNamed(added, name, items.length, report) };
  }

  function mergeOrders(): Items["orders"] {
    const follows = !running && itemsOf(products) !== source.products;
    if (changes.orders.length === 0 && lostProducts.size === 0 && !follows) return source.orders;
    const { items, added } = mergeList(
      source.resolvedOrders(),
      changes.orders,
      ORDERS,
      mergeOrder,
      lostProducts,
    );
    const kept = follows
      ? items.map(({ entry, thing, before }) => ({ entry, before: thing ?? before }))
      : items;
    const grown = changes.orders.find(({ seed }) => seed.repeat !== undefined);
    if (kept.length > MOST_ORDERS && grown !== undefined) reportTooMany(grown, report);
    const entries = expandOrders(added, kept.length, now, report);
    return [...kept, ...entries.map((entry) => ({ entry }))];
  }

  function keepFaults(): Items["faults"] {
    if (lostKeys.size === 0 && lostMerchants.size === 0) return source.faults;
    const kept = source.faults.filter(
      ({ entry: { seed } }) =>
        !lostKeys.has(seed.key ?? "") && !isReferenceTo(lostMerchants, seed.merchant),
    );
    return kept.length === source.faults.length ? source.faults : kept;
  }
}

function itemsOf<Thing, ItemSeed>({ items, added }: Merged<Thing, ItemSeed>) {
  return added.length === 0 ? items : [...items, ...added.map((entry) => ({ entry }))];
}

/** The names of what was removed. */
function namesOfAll<Thing>(
  items: readonly Item<unknown, Thing>[],
  namesOf: (thing: Thing) => readonly string[],
): ReadonlySet<string> {
  return new Set(items.flatMap(({ thing }) => (thing ? namesOf(thing) : [])));
}
