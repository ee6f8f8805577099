// A wrong value, field or entry → a suggestion, if it is clear what its author meant.

import type { ValueKind } from "../../model/fields.ts";
import { CHANGES, COLLECTIONS, ScenarioHeadSchema } from "../../model/schema.ts";
import { DURATION, formatTime, parseTime } from "../../shared/times.ts";
import { describeLookalike, findLookalike } from "../yaml/lookalike-characters.ts";
import type { SeedFile } from "./diagnostic.ts";

/** The names of all fields that entries have. */
export const FIELD_NAMES: ReadonlySet<string> = new Set(
  Object.values(COLLECTIONS).flatMap(({ entries }) => Object.keys(entries)),
);

// Why: no time or amount is so long, and a text is searched several times.
const LONGEST = 100;

const SUGGESTIONS: Readonly<Record<ValueKind, (written: string) => string | undefined>> = {
  time: suggestTime,
  duration: suggestLength,
  amount: suggestAmount,
  share: suggestShare,
  response: suggestNoFault,
  flag: suggestFlag,
  removal: suggestRemoval,
};

/** Suggests a valid value of a kind instead of what is written. */
export function suggestValue(kind: ValueKind, written: string): string | undefined {
  return written.length > LONGEST ? undefined : SUGGESTIONS[kind](written.trim());
}

/** Suggests a fix for the name of a field that is not among the known ones. */
export function suggestField(
  field: string,
  known: readonly string[],
  file: SeedFile,
): string | undefined {
  if (field === "<<") return "Write it without quotes.";
  const suggestion = suggestSpace(field, known) ?? suggestCharacter(field);
  if (suggestion) return suggestion;
  if (file.scenario !== undefined || !isOfScenario(field, known)) return undefined;
  return `Only scenarios have \`${field}\`. Move the file to scenarios/, or pass it with --scenario.`;
}

function isOfScenario(field: string, known: readonly string[]): boolean {
  if (known.includes("merchants")) return Object.hasOwn(ScenarioHeadSchema.entries, field);
  const removable = [CHANGES.merchants, CHANGES.keys, CHANGES.products, CHANGES.orders];
  return (
    field === "remove" &&
    removable.some(({ entries }) => known.every((name) => Object.hasOwn(entries, name)))
  );
}

/** Suggests a fix for a text that is in the place of an entry's fields. */
export function suggestEntry(written: unknown): string | undefined {
  if (typeof written !== "string") return undefined;
  return suggestSpace(written, [...FIELD_NAMES]) ?? suggestCharacter(written);
}

/** Suggests a space for a field and its value that have none between them. */
export function suggestSpace(written: string, fields: readonly string[]): string | undefined {
  const [field, value] = splitPair(written, fields) ?? [];
  return field && `Put a space after the colon: ${field}: ${value}.`;
}

/** Splits a field and its value that have no space between them. */
export function splitPair(
  written: string,
  fields: readonly string[],
): [field: string, value: string] | undefined {
  const [, field = "", value = ""] = /^(\w+):(\S.{0,40})$/.exec(written) ?? [];
  return fields.includes(field) ? [field, value] : undefined;
}

/** Suggests a fix for a mapping that is in the place of a list of entries. */
export function suggestList(written: unknown): string {
  const [field = ""] = typeof written === "object" && written !== null ? Object.keys(written) : [];
  return suggestCharacter(field) ?? "Start each entry with a dash.";
}

function suggestCharacter(line: string): string | undefined {
  if (/^-\w/.test(line)) return "Put a space after the dash.";
  const lookalike = findLookalike(line);
  return lookalike && describeLookalike(lookalike.character).hint;
}

function suggestTime(written: string): string | undefined {
  const [, now, sign, after, before] =
    /^(?:(now)?\s*([+-])\s*(\w.*)|(\d.*)\sago)$/i.exec(written) ?? [];
  const length = shorten(after ?? before ?? "");
  if (length !== undefined) return `Write now${sign ?? "-"}${length}.`;
  if (now === undefined && /^now$/i.test(written)) return "Write now.";
  if (/^now[+-]\d{1,15}$/.test(written)) {
    return `Add its unit: ${written}d for days, or ${written}h, ${written}m, ${written}s.`;
  }
  return suggestEpoch(written) ?? suggestDate(written);
}

// Why: ten digits are the seconds since 1970 of our times, thirteen the milliseconds.
function suggestEpoch(written: string): string | undefined {
  if (!/^[1-9](?:\d{9}|\d{12})$/.test(written)) return undefined;
  const ms = Number(written.padEnd(13, "0"));
  return `Write ${formatTime(ms).replace(".000Z", "Z")}.`;
}

function suggestDate(written: string): string | undefined {
  const [, date, clock, seconds = ":00", fraction = "", offset] =
    /^(\d{4}-\d\d-\d\d)(?:(?:T|\s+)(\d\d:\d\d)(:\d\d)?(\.\d{1,9})?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i.exec(
      written,
    ) ?? [];
  if (date === undefined) return suggestOrder(written);
  if (parseTime(`${date}T00:00:00Z`, 0) === undefined) return "This date does not exist.";
  const zone = offset?.toUpperCase().replace(/^(.\d\d):?(\d\d)?$/, completeOffset) ?? "Z";
  const time = `${date}T${clock ?? "00:00"}${seconds}${fraction}${zone}`;
  if (parseTime(time, 0) === undefined) return undefined;
  if (clock === undefined) return `Add a time of day, and Z for UTC: ${time}.`;
  if (offset !== undefined) return `Write ${time}.`;
  return `Add Z for UTC, or an offset like +02:00: ${time}.`;
}

/** Suggests the order of ISO 8601 for a date that starts with the day or the month. */
function suggestOrder(written: string): string | undefined {
  const [, first = "", second = "", year] =
    /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(written)?.toSpliced(2, 1) ?? [];
  const orders = [
    [second, first],
    [first, second],
  ].map((order) => {
    const [month = "", day = ""] = order.map((number) => number.padStart(2, "0"));
    return `${year}-${month}-${day}T00:00:00Z`;
  });
  const times = [...new Set(orders)].filter((time) => parseTime(time, 0) !== undefined);
  return times.length === 0 ? undefined : `Write ${times.join(" or ")}.`;
}

function completeOffset(_: string, hours: string, minutes = "00"): string {
  return `${hours}:${minutes}`;
}

function suggestLength(written: string): string | undefined {
  if (/^\d{1,15}$/.test(written)) return `Add its unit: ${written}ms, or ${written}s for seconds.`;
  const length = shorten(written);
  return length && `Write ${length}.`;
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ...["ms", "msec", "millisecond"].map((word) => [word, "ms"] as const),
  ...["s", "sec", "second"].map((word) => [word, "s"] as const),
  ...["m", "min", "minute"].map((word) => [word, "m"] as const),
  ...["h", "hr", "hour"].map((word) => [word, "h"] as const),
  ...["d", "day"].map((word) => [word, "d"] as const),
  ...["w", "wk", "week"].map((word) => [word, "w"] as const),
]);

/** Shortens a duration in words, like `3 days`, to `3d`. */
function shorten(written: string): string | undefined {
  const length = written.replace(/\s+/g, "").replace(/[A-Za-z]+/g, (word) => {
    // Why: many read a capital M as a month.
    const small = word === "M" ? "" : word.toLowerCase();
    return UNITS.get(small) ?? UNITS.get(small.replace(/s$/, "")) ?? "?";
  });
  return DURATION.test(length) ? length : undefined;
}

// Why: the number of decimals depends on the currency, so the suggestion names euros.
function suggestAmount(written: string): string | undefined {
  const [, whole = "", cents = ""] = /^(\d{1,40})\.(\d\d)$/.exec(written) ?? [];
  if (cents !== "") {
    const digits = (whole + cents).replace(/^0+(?=\d)/, "");
    return `Write it in the currency's smallest unit: ${written} EUR is ${digits}.`;
  }
  if (/^-\d/.test(written)) return "Amounts are 0 or more.";
  return /^\d{1,3}(?:_\d{3})+$/.test(written) ? `Write ${written.replaceAll("_", "")}.` : undefined;
}

// Why: a probability above 1 is probably meant as a percentage.
function suggestShare(written: string): string | undefined {
  const [, percent = ""] = /^(\d{1,3}(?:\.\d{1,6})?)\s*%?$/.exec(written) ?? [];
  const share = Number((Number(percent) / 100).toPrecision(9));
  return share > 0 && share <= 1 ? `Write ${share} for ${percent} %.` : undefined;
}

function suggestNoFault(written: string): string | undefined {
  return /^[123]\d\d$/.test(written) ? "For the normal response, remove `respond`." : undefined;
}

function suggestFlag(written: string): string | undefined {
  if (/^(?:yes|on)$/i.test(written)) return "Write true.";
  return /^(?:no|off)$/i.test(written) ? "Write false." : undefined;
}

function suggestRemoval(written: string): string | undefined {
  if (/^true$/i.test(written)) return "Write it without quotes: true.";
  if (/^false$/i.test(written)) return "Remove it.";
  return suggestFlag(written)?.replace("Write false.", "Remove it.");
}
