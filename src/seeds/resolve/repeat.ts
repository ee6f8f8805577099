// `repeat`: one written entry becomes many entries.
import * as v from "valibot";
import { OrderSeedSchema } from "../../model/order-schema.ts";
import type { OrderSeed, OrderSeedChange } from "../../model/schema.ts";
import { parseDuration, parseTime, shiftInstant } from "../../shared/times.ts";
import { type Diagnostic, errorAt } from "../diagnostics/diagnostic.ts";
import { type Entry, locateField } from "../read/entries.ts";

type Report = (diagnostic: Diagnostic) => void;

/** The most orders in a set of seeds, or in a world. */
export const MOST_ORDERS = 100_000;

export const SHARED_ID = "repeated orders can't share an `id`; give a `ref` with `{n}` in it";

const NUMBERED_FIELDS = ["ref", "state", "currency", "amountMinor", "refundedMinor"] as const;

/**
 * Expands the entries that have a `repeat`; `count` is the number of orders before them. Relative times are
 * checked as of `now` (Unix milliseconds). Entries that can't be repeated are reported and left out.
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
    reportTooMany(
      entry,
      report,
      `Keep at most ${Math.max(0, room)} of its orders, and none after it.`,
    );
    break;
  }
  return expanded;
}

/** Reports an entry that brings the number of orders over the limit. */
export function reportTooMany(entry: Entry<OrderSeedChange>, report: Report, hint?: string): void {
  const message = `more than ${MOST_ORDERS} orders with this entry`;
  const field = entry.seed.repeat && "repeat";
  report(errorAt(locateField(entry, field), "too-many-orders", message, hint));
}

interface NamedSeed {
  readonly id?: string | undefined;
  readonly repeat?: { readonly times: number; readonly from?: number };
}

/**
 * Expands keys or products that have a `repeat`; `count` is the number of those before them, `name` the field
 * that names them. Entries that can't be repeated are reported and left out.
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
      const message = `more than ${MOST_ORDERS} entries of this kind with this entry`;
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
        expanded.push({ ...entry, seed: numberTexts(seed as Seed, `${number}`) });
      }
    }
  }
  return expanded;
}

/** Replaces `{n}` by a number in all texts of an entry. */
export function numberTexts<Seed extends object>(seed: Seed, number: string): Seed {
  const fields = Object.entries(seed).map(([field, value]) => [
    field,
    typeof value === "string" ? value.replaceAll("{n}", number) : value,
  ]);
  return Object.fromEntries(fields) as Seed;
}

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
    return reject("`{n}` works only together with `repeat`", numbered);
  }
  const every = parseDuration(repeat.every);
  const { times, from = 1 } = repeat;
  if (every === undefined) return reject("`every` is too long", "repeat", "every");
  if (every === 0) return reject("`every` must be longer than 0", "repeat", "every");
  if (times > 1 && seed.id !== undefined) {
    return reject(SHARED_ID, "id");
  }
  if (times > 1 && seed.ref !== undefined && !seed.ref.includes("{n}")) {
    return reject("repeated orders can't share a `ref`; put `{n}` in it", "ref");
  }
  // Why: a text may be too long only with its number in it.
  const numbered = findNumbered(seed);
  if (numbered && !v.is(OrderSeedSchema, numberSeed(seed, from + times - 1))) {
    return reject(
      `\`${numbered}\` or another text is too long with the last number as \`{n}\``,
      numbered,
    );
  }
  const start = parseTime(seed.createdAt, now);
  if (start && shiftInstant(start, (times - 1) * every) === undefined) {
    return reject("the last of these orders would be after the year 9999", "repeat");
  }
  return Array.from({ length: times }, (_, index) => {
    const number = from + index;
    const series = { entry, number, delay: index * every, every };
    return { ...entry, seed: numberSeed(seed, number), series };
  });

  function reject(message: string, field: string, inner?: string): [] {
    report(errorAt(locateField(entry, field, inner), "bad-repeat", message));
    return [];
  }
}

type Numbered = { readonly [Field in (typeof NUMBERED_FIELDS)[number]]?: unknown };

/** Finds the first field that contains `{n}`. */
export function findNumbered(seed: Numbered): keyof Numbered | undefined {
  return NUMBERED_FIELDS.find((field) => String(seed[field]).includes("{n}"));
}

/** Replaces `{n}` by a number. */
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
