// Of the orders of a layer, what is known from another: of a hundred thousand, a change changes a few.
import type { OrderSeries } from "./blueprint.ts";
import type { Entries, Entry } from "./entries.ts";
import type { OrderSeed } from "./schema.ts";

/** Orders and what they were resolved to. */
interface Known {
  readonly entries: Entries;
  readonly orders: () => readonly OrderSeries[];
}

export interface OrderName {
  readonly field: "id" | "ref";
  readonly name: string;
}

// Why: where more than these next to each other are gone, those behind are only resolved again.
const REACH = 100;

/** Finds what entries were resolved to before, each in its place; those that stayed are in their old order. */
export function findSettled(
  list: readonly Entry<OrderSeed>[],
  { entries, orders }: Known,
): readonly (OrderSeries | undefined)[] {
  const [known, series] = [entries.orders(), orders()];
  // Why: where one did not resolve, none can be told by its place.
  if (known.length !== series.length) return [];
  let next = 0;
  return list.map((entry) => {
    const end = Math.min(next + REACH, known.length);
    for (let at = next; at < end; at++) {
      if (known[at] !== entry) continue;
      next = at + 1;
      return series[at];
    }
    return undefined;
  });
}

/** Names an order entry, as no other may be named. */
export function namesOf({ id, ref, repeat }: OrderSeed): OrderName[] {
  const { from = 1 } = repeat ?? {};
  const names: OrderName[] = [];
  if (id !== undefined) names.push({ field: "id", name: id.toLowerCase() });
  // Why: what is left of a series on both sides of an order that was changed has one ref.
  if (ref !== undefined) names.push({ field: "ref", name: from > 1 ? `${ref} from ${from}` : ref });
  return names;
}
