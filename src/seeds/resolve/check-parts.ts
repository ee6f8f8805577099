// Series that count on from a number, as what is left of one on both sides of an order that was changed:
// of those with one ref, each number is that of one order.
import type { OrderSeries } from "../../model/state.ts";
import { type Diagnostic, errorAt, quote } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField } from "../read/entries.ts";

/** A series that does not count from 1, and its entry. */
export interface Part {
  readonly entry: Entry<unknown>;
  readonly series: OrderSeries;
}

/** Reports each part that has a number which another series of its ref has before it. */
export function checkParts(
  parts: readonly Part[],
  orders: readonly OrderSeries[],
  report: (diagnostic: Diagnostic) => void,
): void {
  if (parts.length === 0) return;
  const refs = new Set(parts.map(({ series }) => series.seed.ref));
  const alike = orders.filter(({ seed }) => refs.has(seed.ref));
  for (const { entry, series } of parts) {
    const { ref } = series.seed;
    const other = alike.find(
      (one) => one !== series && one.seed.ref === ref && has(one, series.repeat.from),
    );
    if (other === undefined) continue;
    const { from, times } = other.repeat;
    const last = from + times - 1;
    const message = `another series of the ref ${quote(ref ?? "")} has this number, it counts from ${from} to ${last}`;
    const place = locateField(entry, "repeat", "from");
    report(
      errorAt(place, "duplicate-name", message, `Count from ${last + 1}, or take another ref.`),
    );
  }
}

const has = ({ repeat: { from, times } }: OrderSeries, number: number) =>
  from <= number && number < from + times;
