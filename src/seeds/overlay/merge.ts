// A scenario laid over the seeds beneath it: an entry with the name of one that is there changes just
// the fields it gives, or takes it out together with what refers to it; others are added. A list that
// is left alone stays the same list, by which later steps see that nothing changed.
import { idOfMerchant, idOfProduct } from "../../model/ids.ts";
import { suggest } from "../../shared/closest-match.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import type { KeySeed, MerchantSeed, OrderSeed, ProductSeed } from "../format/schema.ts";
import { type Changes, type Entries, type Entry, locateField, originOf } from "../read/entries.ts";
import type { Failures } from "../read/failures.ts";
import { idOrName } from "../resolve/names.ts";
import { createFinder } from "./find-named.ts";

type Seed = Readonly<Record<string, unknown>>;
/** Some fields of an entry, each of which has passed its schema. */
type Change<Item> = { readonly [Field in keyof Item]?: Item[Field] | undefined } & {
  readonly remove?: true | undefined;
};
/** The fields that a new entry must give. */
type Needed<Item> = {
  [Field in keyof Item]-?: undefined extends Item[Field] ? never : Field;
}[keyof Item];

/** Who is told of changes that fit nothing, and what failed before, to which these are added. */
export interface Overlaying {
  readonly report: (diagnostic: Diagnostic) => void;
  readonly failures: Failures;
}

interface ListKind<Item extends Seed> {
  readonly noun: string;
  readonly needs: Readonly<Record<Needed<Item>, true>>;
  /** The fields that may name an entry; the first that leads to one counts. */
  readonly names: readonly string[];
  /** The field that refers to another entry. */
  readonly reference?: string;
}

interface Laid<Item> {
  readonly entries: readonly Entry<Item>[];
  readonly removed: readonly Entry<Item>[];
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

/** The fields of a series that differ in each of its parts. */
const WHOLE = ["createdAt", "repeat"];

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
    given: readonly Entry<Change<Item>>[],
    kind: ListKind<Item>,
    lost: ReadonlySet<string> = new Set(),
  ): Laid<Item> {
    if (given.length === 0 && lost.size === 0) return { entries: list, removed: [] };
    const changed = new Map<Entry<Item>, Entry<Change<Item>>>();
    const added: Entry<Item>[] = [];
    const find = createFinder(list, given, kind.names);
    const found = given.map((change) => ({ change, targets: find(change.seed) }));
    const alone = new Set(found.flatMap(({ targets }) => (targets.length === 1 ? targets : [])));
    for (const { change, targets } of found) {
      if (targets.length === 0) added.push(...readAddition(change, list, kind));
      // Why: what names one order says more of it than what names its whole series.
      const own = targets.length > 1 ? targets.filter((target) => !alone.has(target)) : targets;
      const first = own.map((target) => changed.get(target)).find((one) => one !== undefined);
      if (first) refuseSecond(change, first, kind);
      else if (targets.length > 1 && WHOLE.some((field) => field in change.seed))
        refuseParts(change);
      else for (const target of own) changed.set(target, change);
    }
    const isRemoved = (entry: Entry<Item>) => changed.get(entry)?.seed.remove === true;
    const isLost = ({ seed }: Entry<Item>) => isAmong(lost, seed[kind.reference ?? ""]);
    const kept = list
      .filter((entry) => !isRemoved(entry))
      .map((entry) => merge(entry, changed.get(entry)));
    return {
      entries: [...kept.filter((entry) => !isLost(entry)), ...added],
      removed: [...list.filter(isRemoved), ...kept.filter(isLost)],
    };
  }

  function readAddition<Item extends Seed>(
    change: Entry<Change<Item>>,
    list: readonly Entry<Item>[],
    kind: ListKind<Item>,
  ): Entry<Item>[] {
    const { seed } = change;
    // Why: what it gives has passed its schema, and so it is whole where it lacks nothing.
    const lacking = Object.keys(kind.needs).filter((field) => seed[field] === undefined);
    if (isNew(seed, lacking)) return [{ ...change, seed }];
    const field = kind.names.find((name) => typeof seed[name] === "string");
    const name = field === undefined ? undefined : String(seed[field]);
    if (name === undefined || !overlaying?.failures.mayHold(name)) {
      const message = explainMisfit(change, name, lacking, kind);
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

  function refuseParts(change: Entry<Seed>) {
    const field = WHOLE.find((name) => name in change.seed);
    const message = `each part of this series has its own \`${field}\`, as an order between them was changed`;
    const hint = "Change it in each, where they are written.";
    overlaying?.report(errorAt(locateField(change, field), "bad-repeat", message, hint));
  }

  function refuseSecond(change: Entry<Seed>, first: Entry<Seed>, kind: ListKind<Seed>) {
    const field = kind.names.find((name) => name in change.seed);
    const message = `this ${kind.noun} is already changed at ${originOf(first)}`;
    const hint = "Put all that changes of it into one entry.";
    overlaying?.report(errorAt(locateField(change, field), "duplicate-name", message, hint));
  }
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

function merge<Item extends Seed>(
  entry: Entry<Item>,
  change: Entry<Change<Item>> | undefined,
): Entry<Item> {
  if (change === undefined) return entry;
  return { ...change, seed: { ...entry.seed, ...change.seed }, beneath: entry };
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
function isAmong(names: ReadonlySet<string>, name: unknown): boolean {
  if (names.size === 0 || typeof name !== "string") return false;
  return names.has(name) || names.has(idOrName(name));
}
