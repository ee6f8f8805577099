// `repeat`: how many orders an entry stands for and how far apart they are, and what may not be
// repeated.
import { type Instant, parseDuration, shiftInstant } from "../../shared/times.ts";
import { type Diagnostic, errorAt } from "../diagnostics/diagnostic.ts";
import type { OrderSeed } from "../format/schema.ts";
import { type Entry, locateField } from "../read/entries.ts";

export interface Repeat {
  readonly times: number;
  /** Milliseconds from one order to the next; 0 where it is not repeated. */
  readonly every: number;
  /** The number of the first, which `{n}` stands for. */
  readonly from: number;
}

const ONCE: Repeat = { times: 1, every: 0, from: 1 };

const NUMBERED_FIELDS = ["ref", "state", "currency", "amountMinor", "refundedMinor"] as const;

/** Reads an entry's `repeat`; one order where it has none. Undefined, and reported, where it can't be. */
export function resolveRepeat(
  entry: Entry<OrderSeed>,
  start: Instant,
  report: (diagnostic: Diagnostic) => void,
): Repeat | undefined {
  const { seed } = entry;
  const { repeat } = seed;
  if (repeat === undefined) {
    const numbered = NUMBERED_FIELDS.find((field) => seed[field]?.toString().includes("{n}"));
    if (numbered === undefined) return ONCE;
    return refuse("`{n}` has a meaning only beside `repeat`", numbered);
  }
  const every = parseDuration(repeat.every);
  const { times, from = 1 } = repeat;
  if (every === undefined) return refuse("`every` is too long", "repeat", "every");
  if (every === 0) return refuse("`every` must be longer than nothing", "repeat", "every");
  if (times > 1 && seed.id !== undefined) {
    return refuse("repeated orders can't share an `id`; give a `ref` with `{n}` in it", "id");
  }
  if (times > 1 && seed.ref !== undefined && !seed.ref.includes("{n}")) {
    return refuse("repeated orders can't share a `ref`; put `{n}` in it", "ref");
  }
  if (shiftInstant(start, (times - 1) * every) === undefined) {
    return refuse("the last of these orders lies beyond the year 9999", "repeat");
  }
  return { times, every, from };

  function refuse(message: string, field: string, inner?: string): undefined {
    report(errorAt(locateField(entry, field, inner), "bad-repeat", message));
  }
}
