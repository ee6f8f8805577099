// The ids of orders that give none. The orders of a product, or of a ref, are a family: their ids begin as the
// family's own does, and end in what their number makes of its end. Both are told from an id again, and so an
// order is found among the hundred million of a series without a look at each.
import { lazy } from "../shared/lazy.ts";
import { deriveId } from "./ids.ts";
import type { CatalogProduct, OrderIds, OrderSeries } from "./state.ts";

/** Ids that orders are given, and what these begin with. */
interface Given {
  readonly ids: ReadonlySet<string>;
  readonly heads: ReadonlySet<string>;
}

/** How many characters of a UUID stand before its last group, and how many bits that has. */
const HEAD = 24;
const BITS = 48;

// Why: by an odd factor, each number has another end; by 2^48 over the golden ratio, neighbours' are far apart.
const FACTOR = 0x9e3779b97f4bn;
/** Undoes the factor. */
const INVERSE = 0x393dee219263n;

const MADE = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Tells whether an id, in lower case, may be one that is made here. */
export const isMade = (id: string): boolean => MADE.test(id);

/** Makes what knows the ids of orders by all series that there are: no order has one that another is given. */
export function createOrderIds(all: readonly OrderSeries[]): OrderIds {
  const given = lazy(() => collectGiven(all));
  const ofProducts = new Map<CatalogProduct, readonly string[]>();
  return {
    make,
    find(series, id) {
      const family = familiesOf(series).find((one) => headOf(one) === headOf(id));
      if (family === undefined) return undefined;
      const number = (endOf(id) - endOf(family)) * INVERSE - firstOf(series);
      const index = Number(BigInt.asUintN(BITS, number));
      return index < series.repeat.times && make(series, index) === id ? index : undefined;
    },
  };

  function make(series: OrderSeries, index: number): string {
    const number = firstOf(series) + BigInt(index);
    const ids = familiesOf(series).map((family) => idOf(family, number));
    // Why: there is one, as of the last family no id is given.
    return ids.find((id) => !given().ids.has(id)) ?? "";
  }

  /** The families of a series: that of its own, and one behind each that orders are given ids of. */
  function familiesOf(series: OrderSeries): readonly string[] {
    const { seed, product } = series;
    if (seed.ref !== undefined) return follow(deriveId(`order:${seed.ref}`, product.merchant.id));
    const families = ofProducts.get(product) ?? follow(deriveId("orders", product.id));
    ofProducts.set(product, families);
    return families;
  }

  function follow(family: string): readonly string[] {
    const families = [family];
    for (let last = family; given().heads.has(headOf(last)); families.push(last)) {
      last = deriveId("aside", last);
    }
    return families;
  }
}

function collectGiven(all: readonly OrderSeries[]): Given {
  const ids = new Set<string>();
  const heads = new Set<string>();
  for (const { seed } of all) {
    // Why: of no other version is an id that is made.
    if (seed.id?.[14] !== "5") continue;
    const id = seed.id.toLowerCase();
    ids.add(id);
    heads.add(headOf(id));
  }
  return { ids, heads };
}

/** The number of a series' first order in its family. */
// Why: a repeated ref is taken with its number, so that `a{n}` and `a1{n}` never meet.
function firstOf({ seed, before, repeat }: OrderSeries): bigint {
  return BigInt(seed.ref === undefined ? before + 1 : repeat.from);
}

function idOf(family: string, number: bigint): string {
  const end = BigInt.asUintN(BITS, endOf(family) + number * FACTOR);
  return headOf(family) + end.toString(16).padStart(BITS / 4, "0");
}

const headOf = (id: string): string => id.slice(0, HEAD);

const endOf = (id: string): bigint => BigInt(`0x${id.slice(HEAD)}`);
