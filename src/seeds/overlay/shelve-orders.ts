// Puts the orders of checked seeds away, so that what is left is small, and soon handed over by a worker.
import type { Seeds } from "../read/entries.ts";
import type { ResolveOptions } from "../resolve/resolve-seeds.ts";
import { createBlueprints } from "./scenarios.ts";
import { ordersOf, shelfOf, writeRows } from "./shelf.ts";

/** How many entries are worth it. */
const MANY = 10_000;

/** Puts the orders of seeds away, if they are many; not where the lists of all merchants hold most of them. */
export function shelveMany(seeds: Seeds, options: ResolveOptions): Seeds {
  const { length } = ordersOf(seeds.base);
  if (length < MANY) return seeds;
  const shelved = shelveOrders(seeds, options);
  const lists = Object.values(shelfOf(shelved.base)?.lists ?? {});
  const listed = lists.reduce((sum, { items }) => sum + items.length, 0);
  return listed > length / 5 ? seeds : shelved;
}

/** Puts the orders of seeds away. */
export function shelveOrders(seeds: Seeds, options: ResolveOptions): Seeds {
  const { merchants, orderCount, listOrders } = createBlueprints(seeds, options).base;
  const lists = merchants.map((merchant) => {
    const { items, total } = listOrders(merchant);
    return [merchant.id, { items, total }];
  });
  const shelf = {
    ...writeRows(ordersOf(seeds.base)),
    now: options.now,
    count: orderCount,
    lists: Object.fromEntries(lists),
  };
  return { ...seeds, base: { ...seeds.base, orders: shelf } };
}
