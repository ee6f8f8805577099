// The ids of orders that give none. The orders of a product, or of a ref, are a family: their ids begin as the
// family's own does, and end in what their number makes of its end. Both are told from an id again, and so an
// order is found among the hundred million of a series without a look at each.
import type { CatalogProduct, OrderSeries } from "./blueprint.ts";
import { deriveId } from "./ids.ts";

/** How many characters of a UUID stand before its last group, and how many bits that has. */
const HEAD = 24;
const BITS = 48;

// Why: by an odd factor, each number has another end; by 2^48 over the golden ratio, neighbours' are far apart.
const FACTOR = 0x9e3779b97f4bn;
/** Undoes the factor. */
const INVERSE = 0x393dee219263n;

/** What is added to the number of an order whose id another one is given; no series is as long. */
const ASIDE = 2n ** 46n;

const NONE: ReadonlyMap<string, ReadonlySet<string>> = new Map();

const MADE = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Tells whether an id, in lower case, may be one that is made here. */
export const isMade = (id: string): boolean => MADE.test(id);

/** Makes the id of an order by its number in its series, from 0. */
export function makeOrderId(
  series: OrderSeries,
  index: number,
  family: string = familyOf(series),
): string {
  for (let number = firstOf(series) + BigInt(index); ; number += ASIDE) {
    const id = headOf(family) + formatEnd(endOf(family) + number * FACTOR);
    if (!series.given?.has(id)) return id;
  }
}

/** Finds the order of an id in a series of a family: its number in it, from 0. */
export function indexOfOrder(series: OrderSeries, id: string, family: string): number | undefined {
  if (headOf(id) !== headOf(family)) return undefined;
  const number = (endOf(id) - endOf(family)) * INVERSE - firstOf(series);
  for (let aside = 0n; aside < 2n ** 48n; aside += ASIDE) {
    const index = Number(BigInt.asUintN(BITS, number - aside));
    if (index < series.repeat.times && makeOrderId(series, index, family) === id) return index;
  }
  return undefined;
}

/** Has series make none of the ids that other orders are given. */
export function keepApart(all: readonly OrderSeries[]): OrderSeries[] {
  const given = all.every(isGiven) ? NONE : groupGiven(all);
  const familyOf = createFamilies();
  return all.map((series) => {
    // Why: most seeds give no id that could be made, and then no family is asked for.
    const isFree = given.size === 0 || isGiven(series);
    const own = isFree ? undefined : given.get(headOf(familyOf(series)));
    return own === series.given ? series : { ...series, given: own };
  });
}

/** Makes what tells the id of a series' family, which of a product is made once. */
export function createFamilies(): (series: OrderSeries) => string {
  const ofProducts = new Map<CatalogProduct, string>();
  return (series) => {
    if (series.seed.ref !== undefined) return familyOf(series);
    const family = ofProducts.get(series.product) ?? familyOf(series);
    ofProducts.set(series.product, family);
    return family;
  };
}

function familyOf({ seed: { ref }, product }: OrderSeries): string {
  return ref === undefined
    ? deriveId("orders", product.id)
    : deriveId(`order:${ref}`, product.merchant.id);
}

const isGiven = ({ seed }: OrderSeries): boolean => seed.id !== undefined;

/** Groups the ids that are given, and might be made for another, by what they begin with. */
function groupGiven(all: readonly OrderSeries[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const series of all) {
    const id = series.seed.id?.toLowerCase();
    if (id === undefined || !isMade(id) || isOfRef(series, id)) continue;
    const group = groups.get(headOf(id));
    if (group) group.add(id);
    else groups.set(headOf(id), new Set([id]));
  }
  return groups;
}

/** Tells whether a ref makes an id by itself: no other entry can have it, as none has the ref. */
function isOfRef(series: OrderSeries, id: string): boolean {
  return series.seed.ref !== undefined && makeOrderId(series, 0) === id;
}

/** The number of a series' first order in its family. */
// Why: a repeated ref is taken with its number, so that `a{n}` and `a1{n}` never meet.
function firstOf({ seed, before, repeat }: OrderSeries): bigint {
  return BigInt(seed.ref === undefined ? before + 1 : repeat.from);
}

const headOf = (id: string): string => id.slice(0, HEAD);

const endOf = (id: string): bigint => BigInt(`0x${id.slice(HEAD)}`);

const formatEnd = (end: bigint): string =>
  BigInt.asUintN(BITS, end)
    .toString(16)
    .padStart(BITS / 4, "0");
