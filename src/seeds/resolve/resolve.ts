// Items → merchants, keys, products, orders and fault rules: names are looked up, ids derived, defaults filled in.
// An unknown reference is reported at its place, and the item is left out.
import { idOfMerchant, idOfNumber, idOfProduct, idOfRef } from "../../model/ids.ts";
import {
  DEFAULTS,
  type FaultSeed,
  type KeySeed,
  type MerchantSeed,
  type OrderSeed,
  type ProductSeed,
} from "../../model/schema.ts";
import type { CatalogProduct, FaultRule, Key, Merchant, OrderRecord } from "../../model/state.ts";
import { lazy } from "../../shared/lazy.ts";
import { repeatTime } from "../../shared/times.ts";
import { type ApiKeySeed, type Entry, type Origin, originOf } from "../read/entries.ts";
import type { Diagnosing } from "./diagnosing.ts";
import { resolveFault } from "./faults.ts";
import type { Item, Items, Layer, Names } from "./layer.ts";
import { createNames, type NamesUser, reportTaken } from "./names.ts";
import type { SettingsOverrides } from "./settings.ts";
import { resolveTime } from "./times.ts";

export interface ResolvedItems extends Omit<Items, "apiKey" | "orders" | "settings"> {
  /** The default key that an overlay names. */
  readonly namedKey: Key | undefined;
  readonly names: Names;
  readonly resolveOrders: () => Items["orders"];
}

// Why: nobody reads so many suggestions.
const MAX_SEARCHES = 50;

/** The lists that the entries of each list refer to. */
const REFERENCES: Readonly<Record<string, readonly (keyof Names)[]>> = {
  keys: ["merchants"],
  products: ["merchants"],
  orders: ["products"],
  faults: ["merchants", "keys"],
};

/** Resolves items. Lists that are the same in the layer beneath are taken from there. */
export function resolveItems(
  items: Items,
  overrides: SettingsOverrides,
  diagnosing: Diagnosing,
  beneath?: Layer,
): ResolvedItems {
  const { report, failures, rejected, now, running = false } = diagnosing;
  const warnings = diagnosing.createWarnings?.(now, report);
  const known = beneath?.source;
  // Why: an order of a product with an unknown merchant is not a second mistake.
  const lost = new Set<string>();
  const user: NamesUser = {
    report,
    failures: { mayHold: (name) => lost.has(name) || failures.mayHold(name) },
    hadName: (noun, name) => known?.names[`${noun}s`].find(name) !== undefined,
    searches: MAX_SEARCHES,
  };

  const keepsMerchants = known?.merchants === items.merchants;
  const keepsKeys = keepsMerchants && known?.keys === items.keys;
  const keepsProducts = keepsMerchants && known?.products === items.products;
  const keepsFaults = keepsKeys && known?.faults === items.faults;
  const names: Names = {
    merchants: keepsMerchants ? known.names.merchants : createNames("merchant"),
    keys: keepsKeys ? known.names.keys : createNames("key"),
    products: keepsProducts ? known.names.products : createNames("product"),
  };
  const merchants = keepsMerchants ? known.merchants : items.merchants.map(resolveMerchant);
  const keys = keepsKeys ? known.keys : items.keys.map(resolveKey);
  const products = keepsProducts ? known.products : items.products.map(resolveProduct);
  const faults = keepsFaults ? known.faults : resolveRules();
  const namedKey = items.apiKey && resolveNamedKey(items.apiKey);
  resolveRejected();
  return { namedKey, merchants, keys, products, faults, names, resolveOrders };

  function resolveMerchant({ entry, thing }: Item<MerchantSeed, Merchant>) {
    const merchant = thing ?? readMerchant(entry);
    const isNamed =
      names.merchants.add(merchant.slug, merchant, { entry, field: "slug" }, user) &&
      names.merchants.add(merchant.id, merchant, { entry, field: "id" }, user);
    return { entry, thing: isNamed ? merchant : undefined };
  }

  function resolveKey({ entry, thing }: Item<KeySeed, Key>) {
    const merchant = merchantOf(entry);
    const key = thing && thing.merchant === merchant ? thing : readKey(entry, merchant);
    const isNamed = key && names.keys.add(key.key, key, { entry, field: "key" }, user);
    return { entry, thing: isNamed ? key : undefined };
  }

  function resolveNamedKey(entry: Entry<ApiKeySeed>): Key | undefined {
    return names.keys.resolve(entry.seed.apiKey, { entry, field: "apiKey" }, user);
  }

  function resolveProduct({ entry, thing }: Item<ProductSeed, CatalogProduct>) {
    const merchant = merchantOf(entry);
    if (merchant === undefined) lost.add(entry.seed.publicCode);
    const product = thing && thing.merchant === merchant ? thing : readProduct(entry, merchant);
    const isNamed =
      product &&
      names.products.add(product.publicCode, product, { entry, field: "publicCode" }, user) &&
      names.products.add(product.id, product, { entry, field: "id" }, user);
    return { entry, thing: isNamed ? product : undefined };
  }

  function merchantOf(entry: Entry<KeySeed | ProductSeed>): Merchant | undefined {
    return names.merchants.resolve(entry.seed.merchant, { entry, field: "merchant" }, user);
  }

  // Why: rules that did not change stay the same list, and keep their counts.
  function resolveRules(): Items["faults"] {
    const rules = items.faults.map(resolveRule);
    return rules.every((rule, index) => rule === items.faults[index]) ? items.faults : rules;
  }

  function resolveRule(item: Item<FaultSeed, FaultRule>): Item<FaultSeed, FaultRule> {
    const { entry, thing: known } = item;
    const thing = resolveFault(entry, { ...names, user });
    return JSON.stringify(thing) === JSON.stringify(known) ? item : { entry, thing };
  }

  // Why: all mistakes are reported together, also a second one in an entry.
  function resolveRejected(): void {
    for (const entry of rejected) {
      for (const kind of REFERENCES[entry.section] ?? []) {
        const field = kind.slice(0, -1);
        const name = entry.seed[field];
        if (typeof name === "string") names[kind].resolve(name, { entry, field }, user);
      }
    }
  }

  function readMerchant(entry: Entry<MerchantSeed>): Merchant {
    const { slug, name = slug } = entry.seed;
    const id = idOfMerchant(entry.seed);
    return { ...DEFAULTS.merchants, ...entry.seed, name, id, origin: originOf(entry) };
  }

  function readKey(entry: Entry<KeySeed>, merchant: Merchant | undefined): Key | undefined {
    const { scopes = DEFAULTS.keys.scopes, expiresAt: text, rateLimit } = entry.seed;
    const expiresAt = resolveTime({ entry, field: "expiresAt", text }, now, report);
    if (merchant === undefined) return undefined;
    const key: Key = {
      ...DEFAULTS.keys,
      ...entry.seed,
      merchant,
      scopes: [...new Set(scopes)],
      expiresAt,
      // Why: a limit from the command line is for every key; otherwise a test run could still get 429.
      rateLimit: overrides.rateLimit ? undefined : rateLimit,
      origin: originOf(entry),
    };
    warnings?.ofKey(entry, key);
    return key;
  }

  function readProduct(entry: Entry<ProductSeed>, merchant: Merchant | undefined) {
    if (merchant === undefined) return undefined;
    const { seed } = entry;
    const product: CatalogProduct = {
      ...DEFAULTS.products,
      ...seed,
      id: idOfProduct(seed, merchant.id),
      merchant,
      priceMinor: seed.priceMinor?.toString(),
      origin: originOf(entry),
    };
    warnings?.ofProduct(entry, product);
    return product;
  }

  /** Resolves the orders. An order that has an id keeps it, whatever happens to those before it. */
  function resolveOrders(): Items["orders"] {
    const owners = { id: new Map<string, Origin>(), ref: new Map<string, Origin>() };
    const drafts = items.orders.map(readOrder);
    const takenIds = lazy(() => new Set(drafts.map((draft) => draft?.id)));
    const counts = new Map<CatalogProduct, number>();
    return items.orders.map((item, index) => {
      const { entry } = item;
      const draft = drafts[index];
      if (draft === undefined) return { entry };
      const number = (counts.get(draft.product) ?? 0) + 1;
      counts.set(draft.product, number);
      const order = hasId(draft) ? draft : { ...draft, id: freeId(draft, number) };
      const { id, ref } = order;
      const isNamed = (ref === undefined || claim("ref", ref, entry)) && claim("id", id, entry);
      if (!isNamed) return { entry };
      return order === item.thing ? item : { entry, thing: order };
    });

    function claim(field: "id" | "ref", name: string, entry: Entry<OrderSeed>): boolean {
      const taken = owners[field].get(name);
      if (taken === undefined) owners[field].set(name, entry);
      else reportTaken("order", taken, { entry, field }, user);
      return taken === undefined;
    }

    function freeId({ ref, product }: DraftOrder, first: number): string {
      if (ref !== undefined) return idOfRef(ref, product.merchant.id);
      const taken = takenIds();
      let number = first;
      while (taken.has(idOfNumber(number, product.id))) number++;
      const id = idOfNumber(number, product.id);
      taken.add(id);
      return id;
    }
  }

  function readOrder({ entry, thing, before }: Items["orders"][number]): DraftOrder | undefined {
    const { seed } = entry;
    const product = names.products.resolve(seed.product, { entry, field: "product" }, user);
    if (thing && product) return thing.product === product ? thing : { ...thing, product };
    const field = { entry, field: "createdAt", text: seed.createdAt };
    const createdAt = resolveTime(field, now, report);
    if (product === undefined || createdAt === undefined) return undefined;
    const keepsId = before?.ref === seed.ref && before?.product.id === product.id;
    const order = {
      ...DEFAULTS.orders,
      ...seed,
      id: seed.id?.toLowerCase() ?? (keepsId ? before?.id : undefined),
      ref: seed.ref,
      product,
      currency: seed.currency ?? (running ? before?.currency : undefined) ?? product.currency,
      amountMinor: seed.amountMinor.toString(),
      refundedMinor: (seed.refundedMinor ?? DEFAULTS.orders.refundedMinor).toString(),
      createdAt: entry.series ? repeatTime(createdAt, entry.series) : createdAt,
    };
    warnings?.ofOrder(entry, order);
    return order;
  }
}

/** An order whose id may still have to be derived. */
type DraftOrder = Omit<OrderRecord, "id"> & { readonly id: string | undefined };

const hasId = (draft: DraftOrder): draft is OrderRecord => draft.id !== undefined;
