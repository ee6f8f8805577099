// Entries → a layer: resolved, with maps for what requests look up.
import { lazy } from "../../shared/lazy.ts";
import { instantAt } from "../../shared/times.ts";
import type { Entries, Entry } from "../read/entries.ts";
import { chooseKey } from "./advertised-key.ts";
import { type Diagnosing, SILENT } from "./diagnosing.ts";
import type { Item, Items, Layer } from "./layer.ts";
import { expandNamed, expandOrders } from "./repeat.ts";
import { resolveItems } from "./resolve.ts";
import { resolveSettings, type SettingsOverrides } from "./settings.ts";

/** Creates the layer of the base. */
export function createBase(
  entries: Entries,
  overrides: SettingsOverrides,
  diagnosing: Diagnosing = SILENT,
): Layer {
  const toItem = <Seed>(entry: Entry<Seed>) => ({ entry });
  const orders = expandOrders(entries.orders, 0, diagnosing.now, diagnosing.report);
  const items = {
    apiKey: entries.apiKey,
    merchants: entries.merchants.map(toItem),
    keys: expandNamed(entries.keys, "key", 0, diagnosing.report).map(toItem),
    products: expandNamed(entries.products, "publicCode", 0, diagnosing.report).map(toItem),
    orders: orders.map(toItem),
    faults: entries.faults.map(toItem),
    settings: entries.settings,
  };
  return createLayer(items, overrides, diagnosing);
}

/** Resolves items. Lists that are the same in the layer beneath are shared with it. */
export function createLayer(
  items: Items,
  overrides: SettingsOverrides,
  diagnosing: Diagnosing = SILENT,
  beneath?: Layer,
): Layer {
  const settings = resolveSettings(items.settings, overrides, diagnosing.now, diagnosing.report);
  // Why: relative times count from the start of the world, which may have a clock of its own.
  const { now: start } = settings.clock;
  const now = start ? instantAt(start, diagnosing.now).ms : diagnosing.now;
  const resolving = { ...diagnosing, now };
  const { resolveOrders, namedKey, ...resolved } = resolveItems(
    items,
    overrides,
    resolving,
    beneath,
  );
  const { merchants, keys, products, faults } = resolved;
  /** The layer beneath, if it has the same list. */
  const sharing = (list: "merchants" | "keys" | "products" | "faults") =>
    resolved[list] === beneath?.source[list] ? beneath : undefined;
  const sharesOrders = sharing("products") && items.orders === beneath?.source.orders;
  const resolvedOrders = sharesOrders ? beneath.source.resolvedOrders : lazy(resolveOrders);
  const orders = lazy(() => (sharesOrders ? beneath.orders : thingsOf(resolvedOrders())));
  const advertised = () => (beneath ? beneath.apiKey : chooseKey(thingsOf(keys), now)?.key);
  const layer: Layer = {
    settings,
    apiKey: namedKey?.key ?? advertised(),
    merchants: sharing("merchants")?.merchants ?? thingsOf(merchants),
    keys: sharing("keys")?.keys ?? new Map(thingsOf(keys).map((key) => [key.key, key])),
    products:
      sharing("products")?.products ??
      new Map(thingsOf(products).map((product) => [product.id, product])),
    get orders() {
      return orders();
    },
    orderCount: items.orders.length,
    faults: sharing("faults")?.faults ?? thingsOf(faults),
    source: {
      ...resolved,
      orders: items.orders,
      settings: items.settings,
      resolvedOrders,
      overrides,
    },
  };
  return diagnosing.lazyOrders ? layer : withOrders(layer);
}

/** Resolves the orders of a layer now. */
// Why: the functions of a layer refer to the one beneath it, and thousands of changes would stay in memory.
function withOrders(layer: Layer): Layer {
  const orders = layer.source.resolvedOrders();
  return { ...layer, source: { ...layer.source, orders, resolvedOrders: () => orders } };
}

function thingsOf<Thing>(items: readonly Item<unknown, Thing>[]): Thing[] {
  return items.flatMap(({ thing }) => thing ?? []);
}
