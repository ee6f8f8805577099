// The kinds of values of fields in seed files, each with the words that complete the message "… must be", and the
// functions that add the sentence of help that editors show.
import * as v from "valibot";
import { ABSOLUTE_TIME, DURATION, RELATIVE_TIME } from "../shared/times.ts";

/** Kinds of values with suggestions of their own. */
export const VALUE_KINDS = [
  "time",
  "duration",
  "amount",
  "share",
  "response",
  "flag",
  "removal",
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

/** Marks the kind of a value, which selects its suggestions. */
// Why: not as metadata, because that would become part of the JSON Schema.
export function ofKind<Schema extends v.GenericSchema>(kind: ValueKind, schema: Schema) {
  return { ...schema, valueKind: kind };
}

/** Creates a required field. */
export function required<Schema extends v.GenericSchema>(schema: Schema, help: string): Schema {
  return annotate(schema, v.description(help));
}

/** A field with a default. */
export interface Otherwise<Value = unknown> {
  readonly otherwise: Value;
}

/** The default of a field. */
interface Default<Value> {
  /** The value, if it is always the same. */
  readonly value: Value;
  /** The same in words, if the value alone is not clear. */
  readonly words?: string;
}

/** Creates an optional field. */
export function optional<Schema extends v.GenericSchema>(
  schema: Schema,
  help: string,
  defaultValue?: { readonly words: string; readonly value?: never },
): v.ExactOptionalSchema<Schema, undefined>;
export function optional<Schema extends v.GenericSchema>(
  schema: Schema,
  help: string,
  defaultValue: Default<v.InferOutput<Schema>>,
): v.ExactOptionalSchema<Schema, undefined> & Otherwise<v.InferOutput<Schema>>;
export function optional(
  schema: v.GenericSchema,
  help: string,
  {
    value,
    words = value === undefined ? undefined : String(value),
  }: Partial<Default<unknown>> = {},
) {
  const metadata = { ...(value !== undefined && { default: value }), words };
  const notes = words === undefined ? [] : [v.metadata(metadata)];
  const field = v.exactOptional(annotate(schema, v.description(help), ...notes));
  return value === undefined ? field : { ...field, otherwise: value };
}

/** The same fields in a change: each is optional and has no default, because what is left out stays as it is. */
export function changesOf<Fields extends v.ObjectEntries>(fields: Fields) {
  const changes = Object.entries(fields).map(([name, field]) => [name, withoutDefault(field)]);
  return v.partial(v.strictObject(Object.fromEntries(changes) as Fields)).entries;
}

function withoutDefault(field: v.ObjectEntries[string]) {
  const { wrapped } = field as { wrapped?: { pipe: readonly { type: string }[] } };
  if (wrapped === undefined) return field;
  const pipe = wrapped.pipe.filter(({ type }) => type !== "metadata");
  return { ...field, wrapped: { ...wrapped, pipe } };
}

/** The defaults of those fields that have one. */
export function defaultsOf<Fields extends Readonly<Record<string, object>>>(fields: Fields) {
  const defaults = Object.entries(fields).flatMap(([name, field]) =>
    "otherwise" in field ? [[name, field.otherwise]] : [],
  );
  return Object.fromEntries(defaults) as {
    readonly [Name in keyof Fields as Fields[Name] extends Otherwise
      ? Name
      : never]: (Fields[Name] & Otherwise)["otherwise"];
  };
}

// Why: a pipe around the schema would run for each value; this one is only read for its annotations.
function annotate<Schema extends v.GenericSchema>(
  schema: Schema,
  ...annotations: readonly unknown[]
): Schema {
  const pipe: unknown[] = "pipe" in schema && Array.isArray(schema.pipe) ? schema.pipe : [schema];
  return { ...schema, pipe: [...pipe, ...annotations] };
}

/** A non-empty text; by default it may be as long as a public code. */
export const text = (what: string, most = 256) =>
  v.pipe(v.string(what), v.nonEmpty(what), atMost(most, what));

/** A name, or a word like a status. */
export const word = (what: string) => text(what, 200);

const pattern = (what: string, regex: RegExp) => v.pipe(v.string(what), v.regex(regex, what));

// Why: the length first, because a regular expression is slow on a megabyte of text.
const shortPattern = (what: string, regex: RegExp, most: number, unit?: string) =>
  v.pipe(v.string(what), atMost(most, what, unit), v.regex(regex, what));

// Why: characters, as JSON Schema counts them, not UTF-16 units.
const atMost = (most: number, what: string, unit = "characters") => ({
  ...v.check(
    (text: string) => text.length <= most || (text.length <= 2 * most && [...text].length <= most),
    `${what}, up to ${most} ${unit}`,
  ),
  maxLength: most,
});

export const slug = pattern(
  "1 to 64 letters, digits, dots, hyphens and underscores, starting with a letter or digit",
  /^[A-Za-z0-9][\w.-]{0,63}$/,
);

export const token = pattern("8 to 256 visible ASCII characters", /^[\x21-\x7e]{8,256}$/);

export const code = pattern(
  "a code of 1 to 256 characters, without control characters, and not . or ..",
  /^(?!\.{1,2}$)[^\p{Cc}\p{Cs}]{1,256}$/u,
);

export const uuid = pattern(
  "a UUID like 3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d",
  /^[\dA-Fa-f]{8}(?:-[\dA-Fa-f]{4}){3}-[\dA-Fa-f]{12}$/,
);

export const currency = word("a currency code like EUR, as text");

const TIME = 100;

export const time = ofKind(
  "time",
  shortPattern(
    "a time like 2026-10-17T09:00:00Z or now-3d",
    new RegExp(`${ABSOLUTE_TIME.source}|${RELATIVE_TIME.source}`),
    TIME,
  ),
);

export const duration = ofKind(
  "duration",
  shortPattern("a duration like 1h30m (units: ms, s, m, h, d, w)", DURATION, TIME),
);

export const flag = ofKind("flag", v.boolean("true or false"));

/** A whole number, `least` or more. */
export const whole = (what: string, least: number) =>
  v.pipe(v.number(what), v.safeInteger(what), v.minValue(least, what));

export const count = whole("a whole number, 1 or more", 1);

const VERSION = "a whole number up to 9007199254740991";
export const version = v.pipe(v.number(VERSION), v.safeInteger(VERSION));

/** The allowed numbers of tokens that are refilled each second. */
export const REFILL = { least: 1e-6, most: 1e9 } as const;

const TOKENS = "a number of tokens a second, more than 0";
export const refill = v.pipe(
  v.number(TOKENS),
  v.finite(TOKENS),
  v.minValue(REFILL.least, TOKENS),
  v.maxValue(REFILL.most, TOKENS),
);

const PROBABILITY = "a number above 0 and up to 1";
export const probability = ofKind(
  "share",
  v.pipe(v.number(PROBABILITY), v.gtValue(0, PROBABILITY), v.maxValue(1, PROBABILITY)),
);

const DIGITS = "an amount in minor units, in plain digits like 4900";
const LONG_DIGITS =
  'an amount in minor units, above 9007199254740991 as text like "9007199254740993", because larger numbers lose digits';
const plainDigits = v.pipe(
  v.number(DIGITS),
  v.integer(DIGITS),
  v.minValue(0, DIGITS),
  v.maxValue(Number.MAX_SAFE_INTEGER, LONG_DIGITS),
);
const minorUnits = (regex: RegExp, most: number) =>
  v.union([ofKind("amount", shortPattern(DIGITS, regex, most, "digits")), plainDigits], DIGITS);

// Why: the total of several items has more digits than the price of one.
export const price = minorUnits(/^\d+$/, 36);

// Why: `{n}` is replaced by the number of a repeated entry, also in its amounts.
export const repeatedAmount = minorUnits(/^(?=.)\d*(?:\{n\}\d*){0,9}$/, 40);

/** The field that repeats an entry; `noun` names the entries. */
export const repeat = (noun: string) =>
  optional(
    v.strictObject(
      {
        times: required(count, `How many ${noun} to create, like 60.`),
        from: optional(count, "The value of {n} in the first of them.", { value: 1 }),
      },
      "a mapping of times",
    ),
    `Creates many ${noun} from this entry; {n} in its texts becomes 1, 2, 3 and so on.`,
  );
