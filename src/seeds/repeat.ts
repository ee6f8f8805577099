// `repeat`: how many orders an entry stands for and how far apart they are, and what may not be
// repeated.
import type { Diagnostic } from "./diagnostic.ts";
import type { Entry } from "./entries.ts";
import type { OrderSeed } from "./schema.ts";
import { type Instant, parseDuration, shiftInstant } from "./times.ts";

export interface Repeat {
  readonly times: number;
  /** Milliseconds from one order to the next. */
  readonly every: number;
}

const NUMBERED_FIELDS = ["ref", "state", "currency", "amountMinor", "refundedMinor"] as const;

/** Reads an entry's `repeat`; one order where it has none. Undefined, and reported, where it can't be. */
export function resolveRepeat(
  { seed, written, document }: Entry<OrderSeed>,
  start: Instant,
  report: (diagnostic: Diagnostic) => void,
): Repeat | undefined {
  const { repeat } = seed;
  if (repeat === undefined) {
    const numbered = NUMBERED_FIELDS.find((field) => seed[field]?.toString().includes("{n}"));
    if (numbered === undefined) return { times: 1, every: 0 };
    return refuse(numbered, "`{n}` has a meaning only beside `repeat`");
  }
  const every = parseDuration(repeat.every);
  const { times } = repeat;
  if (!every) return refuse("repeat", "`every` must be longer than nothing");
  if (times > 1 && seed.id !== undefined) {
    return refuse("id", "repeated orders can't share an `id`; give a `ref` with `{n}` in it");
  }
  if (times > 1 && seed.ref !== undefined && !seed.ref.includes("{n}")) {
    return refuse("ref", "repeated orders can't share a `ref`; put `{n}` in it");
  }
  if (shiftInstant(start, (times - 1) * every) === undefined) {
    return refuse("repeat", "the last of these orders lies beyond the year 9999");
  }
  return { times, every };

  function refuse(field: string, message: string): undefined {
    const span = document.locate(written, field);
    report({ severity: "error", code: "bad-repeat", message, span });
  }
}
