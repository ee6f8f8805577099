// How much a set of seeds holds, in words.
import type { Blueprint } from "../../../model/state.ts";

/** Formats the counts of a blueprint, like `3 merchants, 1 key, 16 products, 134 orders`. */
export function formatCounts({ merchants, keys, products, orderCount }: Blueprint): string {
  return [
    formatCount(merchants.length, "merchants"),
    formatCount(keys.size, "keys"),
    formatCount(products.size, "products"),
    formatCount(orderCount, "orders"),
  ].join(", ");
}

/** Formats a count of things that are named in the plural. */
export function formatCount(count: number, names: string): string {
  return `${count} ${count === 1 ? names.replace(/s$/, "") : names}`;
}
