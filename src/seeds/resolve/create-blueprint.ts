// Resolved entries → a blueprint, indexed once.
import { createListing, LIST_LIMIT } from "../../contract/list.ts";
import { selectOrders, shuffle } from "../../model/orders.ts";
import type {
  Blueprint,
  CatalogProduct,
  FaultRule,
  Key,
  Merchant,
  OrderSeries,
  Settings,
} from "../../model/state.ts";
import { once } from "../../shared/lazy.ts";

export interface BlueprintParts {
  readonly settings: Settings;
  readonly merchants: readonly Merchant[];
  readonly keys: readonly Key[];
  readonly products: readonly CatalogProduct[];
  readonly orders: () => readonly OrderSeries[];
  readonly orderIds: Blueprint["orderIds"];
  readonly faults: readonly FaultRule[];
}

/** Indexes resolved entries. What is answered is made when it is first asked for. */
export function createBlueprint(parts: BlueprintParts): Blueprint {
  const { settings, merchants, orderIds, faults } = parts;
  const products = groupByMerchant(parts.products, (product) => product.merchant);
  const all = parts.orders();
  const orders = once(() => groupByMerchant(all, (series) => series.product.merchant));
  return {
    settings,
    merchants,
    orders: parts.orders,
    orderIds,
    faults,
    keys: new Map(parts.keys.map((key) => [key.key, key])),
    products: new Map(parts.products.map((product) => [product.id, product])),
    orderCount: countOrders(all),
    listProducts: onceFor((merchant) => {
      const own = products.get(merchant) ?? [];
      const first = own.slice(0, LIST_LIMIT);
      return createListing(settings.listOrder === "shuffled" ? shuffle(first) : first, own.length);
    }),
    listOrders: onceFor((merchant) => {
      const own = orders().get(merchant) ?? [];
      const listed = selectOrders(own, settings.listOrder, orderIds());
      return createListing(listed, countOrders(own));
    }),
  };
}

function countOrders(series: readonly OrderSeries[]): number {
  return series.reduce((count, { repeat }) => count + repeat.times, 0);
}

function groupByMerchant<Item>(items: readonly Item[], merchantOf: (item: Item) => Merchant) {
  const groups = new Map<Merchant, Item[]>();
  for (const item of items) {
    const group = groups.get(merchantOf(item));
    if (group) group.push(item);
    else groups.set(merchantOf(item), [item]);
  }
  return groups;
}

function onceFor<Owner, Result>(make: (owner: Owner) => Result) {
  const made = new Map<Owner, Result>();
  return (owner: Owner): Result => {
    const known = made.get(owner);
    if (known !== undefined) return known;
    const result = make(owner);
    made.set(owner, result);
    return result;
  };
}
