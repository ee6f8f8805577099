// A blueprint together with the entries that it was made from, so that others can be laid over it.
import { createOrderIds } from "../../model/order-ids.ts";
import type { Blueprint } from "../../model/state.ts";
import { lazy } from "../../shared/lazy.ts";
import { createBlueprint } from "./create-blueprint.ts";
import type { ResolvedSeeds } from "./resolve-seeds.ts";

export interface Layer extends Blueprint {
  readonly source: ResolvedSeeds;
}

/** Makes the blueprint of resolved seeds, but for what is known of it already. */
export function createLayer(source: ResolvedSeeds, known: Partial<Blueprint> = {}): Layer {
  const { keys, options } = source;
  // Why: a limit from the command line is for every key, or a test run could still meet a 429.
  const limited = options.overrides?.rateLimit
    ? keys.map((key) => ({ ...key, rateLimit: undefined }))
    : keys;
  // Why: what is known is not indexed again, so that a world with a key of its own stays small
  // whatever else there is.
  const nothing = {
    ...(known.orders && { orders: () => [] }),
    ...(known.products && { products: [] }),
  };
  const orderIds = lazy(() => createOrderIds(source.orders()));
  const parts = { ...source, keys: limited, orderIds, ...nothing };
  return { ...createBlueprint(parts), ...known, source };
}

/** Makes the blueprint of resolved seeds that lie over others; what is the same is shared with these. */
export function createLayerOver(beneath: Layer, source: ResolvedSeeds): Layer {
  return createLayer(source, findShared(source, beneath));
}

function findShared(source: ResolvedSeeds, beneath: Layer): Partial<Blueprint> {
  if (source.settings.listOrder !== beneath.settings.listOrder) return {};
  const { products, listProducts, orders, orderIds, orderCount, listOrders } = beneath;
  return {
    ...(source.products === beneath.source.products && { products, listProducts }),
    ...(source.orders === orders && { orders, orderIds, orderCount, listOrders }),
  };
}
