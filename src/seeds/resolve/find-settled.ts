// Of the entries of a layer, what is known from another: of a hundred thousand, a change changes a few.
import type { OrderSeed } from "../format/schema.ts";
import type { Entry } from "../read/entries.ts";

export interface OrderName {
  readonly field: "id" | "ref";
  readonly name: string;
}

// Why: where more than these next to each other are gone, those behind are only resolved again.
const REACH = 100;

/** Finds what entries were resolved to before, each in its place; those that stayed are in their old order. */
export function findSettled<Seed, Thing>(
  list: readonly Entry<Seed>[],
  known: readonly Entry<Seed>[],
  resolved: readonly Thing[],
): readonly (Thing | undefined)[] {
  // Why: where one did not resolve, none can be told by its place.
  if (known.length !== resolved.length) return [];
  let next = 0;
  return list.map((entry) => {
    const end = Math.min(next + REACH, known.length);
    for (let at = next; at < end; at++) {
      if (known[at] !== entry) continue;
      next = at + 1;
      return resolved[at];
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
