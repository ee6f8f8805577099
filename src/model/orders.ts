// The orders that a written order entry stands for: a single one, or `repeat.times` of them. An order is
// made when it is read, so that a million repeated ones cost nothing until then.
import { LIST_LIMIT } from "../contract/list.ts";
import type { Order } from "../contract/schemas.ts";
import { compareInstants, formatInstant, type Instant, shiftInstant } from "../shared/times.ts";
import type { OrderIds, OrderSeries, Settings } from "./state.ts";

/** An order that is not made yet: the series, its number in it from 0, and when it was created. */
interface Pending {
  readonly series: OrderSeries;
  readonly index: number;
  readonly createdAt: Instant;
  /** Made once it is asked for, for that takes a while. */
  id?: string;
}

/** Settles what the orders of a series have in common; `{n}` still stands for their numbers. */
export function termsOf({ seed, product }: OrderSeries) {
  return {
    id: seed.id?.toLowerCase(),
    ref: seed.ref,
    state: seed.state ?? "PAID",
    currency: seed.currency ?? product.currency,
    amountMinor: seed.amountMinor.toString(),
    refundedMinor: (seed.refundedMinor ?? "0").toString(),
  };
}

/** Makes the first fifty orders of some series in the order that the settings ask for. */
export function selectOrders(
  all: readonly OrderSeries[],
  listOrder: Settings["listOrder"],
  ids: OrderIds,
): Order[] {
  const direction = listOrder === "oldest" ? 1 : -1;
  const compare = (a: Pending, b: Pending) =>
    direction * compareInstants(a.createdAt, b.createdAt) || (idOf(a, ids) < idOf(b, ids) ? -1 : 1);
  const first: Pending[] = [];
  for (const series of all) {
    const last = first.length === LIST_LIMIT ? first.at(-1) : undefined;
    // Why: of a million orders nearly all are told by one number.
    if (last && direction * (outermost(series, direction) - last.createdAt.ms) > 0) continue;
    for (const pending of endOf(series, direction)) {
      // Why: where one has no place among the first, those behind it in the series have none.
      if (!insert(first, pending, compare)) break;
    }
  }
  const orders = first.map((pending) => makeOrder(pending, ids));
  return listOrder === "shuffled" ? shuffle(orders) : orders;
}

/** Makes an order of a series by its number in it, from 0. */
export function orderAt(series: OrderSeries, index: number, ids: OrderIds): Order {
  return makeOrder({ series, index, createdAt: createdAtOf(series, index) ?? series }, ids);
}

/** Puts items into an order that looks like none, the same on every run. */
export function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled: Item[] = [];
  let state = 1;
  for (const item of items) {
    // Why: a linear congruential generator (Numerical Recipes' constants) is random enough here.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    shuffled.splice(Math.floor((state / 2 ** 32) * (shuffled.length + 1)), 0, item);
  }
  return shuffled;
}

/** When that order of a series was made which stands first in the list, in Unix milliseconds. */
function outermost({ ms, repeat: { times, every } }: OrderSeries, direction: number): number {
  return direction === 1 ? ms : ms + (times - 1) * every;
}

/** The fifty orders of a series that can be among the first fifty of all. */
function* endOf(series: OrderSeries, direction: number): Generator<Pending> {
  const { times } = series.repeat;
  const count = Math.min(times, LIST_LIMIT);
  for (let n = 0; n < count; n++) {
    const index = direction === 1 ? n : times - 1 - n;
    const createdAt = createdAtOf(series, index);
    if (createdAt) yield { series, index, createdAt };
  }
}

function createdAtOf({ ms, fraction, repeat }: OrderSeries, index: number): Instant | undefined {
  const { every } = repeat;
  // Why: where orders are parts of a second apart, all are written with the digits that most need, so
  // that what is left of a series behind an order that was taken out of it begins as it did.
  const digits = every % 1_000 === 0 || fraction === "" ? fraction : fraction.padEnd(3, "0");
  return shiftInstant({ ms, fraction: digits }, index * every);
}

function insert(
  first: Pending[],
  pending: Pending,
  compare: (a: Pending, b: Pending) => number,
): boolean {
  const last = first.at(-1);
  if (first.length === LIST_LIMIT && last && compare(last, pending) < 0) return false;
  first.splice(placeOf(pending), 0, pending);
  if (first.length > LIST_LIMIT) first.pop();
  return true;

  function placeOf(item: Pending): number {
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = first[middle];
      if (other && compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function makeOrder(pending: Pending, ids: OrderIds): Order {
  const { series, createdAt } = pending;
  const { state, currency, amountMinor, refundedMinor } = termsOf(series);
  return {
    id: idOf(pending, ids),
    productId: series.product.id,
    state: numbered(state, pending),
    currency: numbered(currency, pending),
    amountMinor: numbered(amountMinor, pending),
    refundedMinor: numbered(refundedMinor, pending),
    createdAt: formatInstant(createdAt),
  };
}

// Contract: §2 ids are UUIDs; they are answered in lower case.
function idOf(pending: Pending, ids: OrderIds): string {
  const { series, index } = pending;
  pending.id ??= series.seed.id?.toLowerCase() ?? ids.make(series, index);
  return pending.id;
}

function numbered(text: string, { series, index }: Pending): string {
  return text.replaceAll("{n}", `${series.repeat.from + index}`);
}
