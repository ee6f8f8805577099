// A validation issue → a diagnostic: the place, what was expected, what was found, as it is written there, and
// a suggestion.
import type * as v from "valibot";
import type { ValueKind } from "../../model/fields.ts";
import { closestMatch, suggest } from "../../shared/closest-match.ts";
import type { Document } from "../read/document.ts";
import { type Diagnostic, errorAt, quote, type Span } from "./diagnostic.ts";
import { fieldsAt, fitsAt, kindAt, nestedIssues, optionsAt } from "./schema-fields.ts";
import { splitPair, suggestField, suggestSpace, suggestValue } from "./suggestions.ts";

type Issue = v.BaseIssue<unknown>;
/** What the schema expects at the place of a value. */
interface Expected {
  /** The allowed words. */
  readonly options: readonly string[] | undefined;
  readonly kind: ValueKind | undefined;
  /** The fields of a mapping there. */
  readonly fields: readonly string[];
  /** Whether a text is valid there. */
  readonly fits: (text: string) => boolean;
}

/** Explains one issue of an entry; `noun` is what the entry is, like `key`. */
export function explainIssue(
  document: Document,
  schema: v.GenericSchema,
  noun: string,
  issue: Issue,
): Diagnostic[] {
  const nested = nestedIssues(issue);
  if (nested.length > 0) {
    return nested.flatMap((inner) => explainIssue(document, schema, noun, inner));
  }
  const item = issue.path?.at(-1);
  if (item === undefined) return [];
  const parents = issue.path?.slice(0, -1).map(({ key }) => String(key)) ?? [];
  const container = item.input as object;
  if (issue.type === "strict_object" && issue.expected === "never") {
    return explainUnknownFields(document, container, fieldsAt(schema, parents));
  }
  if (issue.type === "strict_object" && item.origin === "key") {
    if (isMisspelled(String(item.key), container, fieldsAt(schema, parents))) return [];
    const owner = parents.length === 0 ? `this ${noun}` : `\`${parents.join(".")}\``;
    const message = `missing field \`${item.key}\` in ${owner}`;
    return [errorAt(document.locate(container), "missing-field", message)];
  }
  const { key } = item;
  const name = typeof key === "number" ? `item ${key + 1} of \`${parents.at(-1)}\`` : `\`${key}\``;
  const path = [...parents, key];
  const expected: Expected = {
    options: issue.type === "picklist" ? optionsAt(schema, path) : undefined,
    kind: kindAt(schema, path),
    fields: fieldsAt(schema, path),
    fits: (text) => fitsAt(schema, path, text),
  };
  return [explainValue(name, document.locate(container, key as string | number), issue, expected)];
}

/** Reports every field of a mapping that is not among the known ones. */
export function explainUnknownFields(
  document: Document,
  mapping: object,
  known: readonly string[],
): Diagnostic[] {
  return Object.keys(mapping)
    .filter((field) => !known.includes(field))
    .map((field) => {
      const span = document.locate(mapping, field, "key");
      const suggestion = suggestField(field, known, document.file) ?? suggest(field, known);
      const hint = suggestion ?? `Known here: ${known.join(", ")}.`;
      return errorAt(span, "unknown-field", `unknown field ${quote(field)}`, hint);
    });
}

// Why: a misspelled field is one mistake, an unknown field, and not a missing one as well.
function isMisspelled(missing: string, mapping: object, known: readonly string[]): boolean {
  return Object.keys(mapping).some((field) => {
    if (known.includes(field)) return false;
    const [name = closestMatch(field, known)] = splitPair(field, known) ?? [];
    return name === missing;
  });
}

function explainValue(name: string, span: Span, issue: Issue, expected: Expected): Diagnostic {
  const what = expected.options ? `one of ${expected.options.join(", ")}` : issue.message;
  const hint = hintFor(issue, span, expected);
  const isWrong = isWrongType(issue);
  const message = `${name} must be ${what}, found ${describe(issue.input, span, isWrong)}`;
  return errorAt(span, isWrong ? "wrong-type" : "bad-value", message, hint);
}

// Why: to Valibot a word that is not in the list has the wrong type; to a person it is a wrong value.
function isWrongType({ kind, type, input }: Issue): boolean {
  const isOfWords = type === "picklist" || type === "literal";
  return kind === "schema" && (!isOfWords || isObject(input) || input == null);
}

function hintFor(
  { expected, input }: Issue,
  span: Span,
  { options, kind, fields, fits }: Expected,
): string | undefined {
  if (input === null) return expected === "string" ? suggestForNothing(span) : undefined;
  const isScalar = typeof input === "number" || typeof input === "boolean";
  const written = isScalar || typeof input === "string" ? String(input) : "";
  const suggestion =
    suggestTrimmed(written, fits) ??
    suggestSpace(written, fields) ??
    (kind && suggestValue(kind, written));
  if (suggestion) return suggestion;
  if (expected === "string" && isScalar) return suggestQuotes(textOf(span), fits);
  if (isObject(input) && "n" in input) return suggestQuotes("{n}", fits);
  if (isObject(input) && options) return suggestItem(input, options);
  if (typeof input !== "string") return undefined;
  if (options?.includes(input)) return `Write it without quotes: ${input}.`;
  if (options) return suggest(input, options);
  const isQuoted =
    (expected === "number" && /^\d{1,15}$/.test(input)) ||
    (expected === "boolean" && /^(?:true|false)$/.test(input));
  if (isQuoted) return `Write it without quotes: ${input}.`;
  if (expected !== "Array") return undefined;
  return `Put it in brackets: [${unquoted(input.split(/[\s,]+/).join(", "))}].`;
}

function suggestQuotes(written: string, fits: Expected["fits"]): string | undefined {
  return fits(written) ? `Put it in quotes: "${unquoted(written)}".` : undefined;
}

function suggestTrimmed(written: string, fits: Expected["fits"]): string | undefined {
  const trimmed = written.trim();
  if (trimmed === written || !fits(trimmed)) return undefined;
  return `Remove the spaces or line ends around it: ${unquoted(trimmed)}.`;
}

function suggestForNothing({ file, start }: Span): string | undefined {
  const isComment = /^:?[ \t]+#[^\s#]/.test(file.text.slice(start, start + 100));
  return isComment ? "`#` starts a comment. Put the text in quotes." : undefined;
}

function suggestItem(input: object, options: readonly string[]): string | undefined {
  const [[name, value] = []] = Object.entries(input);
  const joined = `${name}:${value}`;
  return options.includes(joined) ? `Remove the space: ${joined}.` : undefined;
}

/** Describes a value as it is written at a place; its type matters if that is wrong. */
export function describe(input: unknown, span: Span, isWrong = true): string {
  if (input === null || input === undefined) return "nothing";
  if (Array.isArray(input)) return "a list";
  if (isObject(input)) return "a mapping";
  const written = span.pointer === undefined ? textOf(span) : JSON.stringify(input);
  return quote(written) + (typeof input === "string" || !isWrong ? "" : ` (a ${typeof input})`);
}

function textOf({ file, start, end }: Span): string {
  return file.text.slice(start, end);
}

function unquoted(text: string): string {
  return quote(text).slice(1, -1);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
