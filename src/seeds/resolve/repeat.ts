// `repeat`: one written entry becomes many, each an entry of its own.
import * as v from "valibot";
import { parseDuration, parseTime, shiftInstant } from "../../shared/times.ts";
import { type Diagnostic, errorAt } from "../diagnostics/diagnostic.ts";
import { OrderSeedSchema } from "../format/order-schema.ts";
import type { OrderSeed, OrderSeedChange } from "../format/schema.ts";
import { type Entry, locateField } from "../read/entries.ts";

type Report = (diagnostic: Diagnostic) => void;

/** The most orders that a set of seeds, or a world, may hold. */
export const MOST_ORDERS = 100_000;

export const SHARED_ID = "repeated orders can't share an `id`; give a `ref` with `{n}` in it";

const NUMBERED_FIELDS = ["ref", "state", "currency", "amountMinor", "refundedMinor"] as const;

/**
 * Expands the entries that have a `repeat`, after `count` orders that are there already. Relative times are
 * checked as of `now` (Unix milliseconds). What can't be repeated is reported and left out.
 */
export function expandOrders(
  entries: readonly Entry<OrderSeed>[],
  count: number,
  now: number,
  report: Report,
): Entry<OrderSeed>[] {
  const expanded: Entry<OrderSeed>[] = [];
  for (const entry of entries) {
    const times = entry.seed.repeat?.times ?? 1;
    const room = MOST_ORDERS - count - expanded.length;
    if (times <= room) {
      expanded.push(...expandOrder(entry, now, report));
      continue;
    }
    reportTooMany(entry, report, `Leave at most ${Math.max(0, room)} here, and none after it.`);
    break;
  }
  return expanded;
}

/** Reports the entry with which there are more orders than a set of seeds may hold. */
export function reportTooMany(entry: Entry<OrderSeedChange>, report: Report, hint?: string): void {
  const message = `with this entry there are more than ${MOST_ORDERS} orders`;
  const field = entry.seed.repeat && "repeat";
  report(errorAt(locateField(entry, field), "too-many-orders", message, hint));
}

interface NamedSeed {
  readonly id?: string | undefined;
  readonly repeat?: { readonly times: number; readonly from?: number };
}

/**
 * Expands keys or products that have a `repeat`, after `count` that are there already; `name` is the field that
 * names them. What can't be repeated is reported and left out.
 */
export function expandNamed<Seed extends NamedSeed>(
  entries: readonly Entry<Seed>[],
  name: keyof Seed & string,
  count: number,
  report: Report,
): Entry<Seed>[] {
  const expanded: Entry<Seed>[] = [];
  for (const entry of entries) {
    const { repeat, ...seed } = entry.seed;
    const { times = 1, from = 1 } = repeat ?? {};
    if (repeat === undefined) expanded.push(entry);
    else if (count + expanded.length + times > MOST_ORDERS) {
      const message = `with this entry there are more than ${MOST_ORDERS} of its kind`;
      report(errorAt(locateField(entry, "repeat"), "too-many-orders", message));
      break;
    } else if (times > 1 && seed.id !== undefined) {
      const message = "repeated entries can't share an `id`; leave it out";
      report(errorAt(locateField(entry, "id"), "bad-repeat", message));
    } else if (times > 1 && !String(entry.seed[name]).includes("{n}")) {
      const message = `repeated entries can't share a \`${name}\`; put \`{n}\` in it`;
      report(errorAt(locateField(entry, name), "bad-repeat", message));
    } else {
      for (let number = from; number < from + times; number++) {
        const texts = textsOf(seed).filter(isNumbered);
        const own = texts.map(([field, text]) => [field, text.replaceAll("{n}", `${number}`)]);
        expanded.push({ ...entry, seed: { ...(seed as Seed), ...Object.fromEntries(own) } });
      }
    }
  }
  return expanded;
}

const textsOf = (seed: object) =>
  Object.entries(seed).filter((field): field is [string, string] => typeof field[1] === "string");

const isNumbered = ([, text]: readonly [string, string]) => text.includes("{n}");

/** Expands one entry. */
export function expandOrder(
  entry: Entry<OrderSeed>,
  now: number,
  report: Report,
): Entry<OrderSeed>[] {
  const { repeat, ...seed } = entry.seed;
  if (repeat === undefined) {
    const numbered = findNumbered(seed);
    if (numbered === undefined) return [entry];
    return refuse("`{n}` has a meaning only beside `repeat`", numbered);
  }
  const every = parseDuration(repeat.every);
  const { times, from = 1 } = repeat;
  if (every === undefined) return refuse("`every` is too long", "repeat", "every");
  if (every === 0) return refuse("`every` must be longer than nothing", "repeat", "every");
  if (times > 1 && seed.id !== undefined) {
    return refuse(SHARED_ID, "id");
  }
  if (times > 1 && seed.ref !== undefined && !seed.ref.includes("{n}")) {
    return refuse("repeated orders can't share a `ref`; put `{n}` in it", "ref");
  }
  // Why: a text may be too long only once its numbers are in it.
  const numbered = findNumbered(seed);
  if (numbered && !v.is(OrderSeedSchema, numberSeed(seed, from + times - 1))) {
    return refuse(`\`${numbered}\` or another text is too long with the last \`{n}\``, numbered);
  }
  const start = parseTime(seed.createdAt, now);
  if (start && shiftInstant(start, (times - 1) * every) === undefined) {
    return refuse("the last of these orders lies beyond the year 9999", "repeat");
  }
  return Array.from({ length: times }, (_, index) => {
    const number = from + index;
    const series = { entry, number, delay: index * every, every };
    return { ...entry, seed: numberSeed(seed, number), series };
  });

  function refuse(message: string, field: string, inner?: string): [] {
    report(errorAt(locateField(entry, field, inner), "bad-repeat", message));
    return [];
  }
}

type Numbered = { readonly [Field in (typeof NUMBERED_FIELDS)[number]]?: unknown };

/** The first field with a `{n}` in it. */
export function findNumbered(seed: Numbered): keyof Numbered | undefined {
  return NUMBERED_FIELDS.find((field) => String(seed[field]).includes("{n}"));
}

/** Puts a number in the place of `{n}`. */
export function numberSeed<Seed extends Numbered>(seed: Seed, number: number): Seed {
  let numbered = seed;
  for (const field of NUMBERED_FIELDS) {
    const written = seed[field];
    if (typeof written === "string" && written.includes("{n}")) {
      numbered = { ...numbered, [field]: written.replaceAll("{n}", `${number}`) };
    }
  }
  return numbered;
}
