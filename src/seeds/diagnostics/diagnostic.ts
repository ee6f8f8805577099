// A mistake in a seed file and its place: a value in a list, never thrown. Line and column are computed from the
// offsets only when a diagnostic is shown.
import { type Place, placeOf } from "../../shared/lines.ts";
import { printable } from "../../shared/printable.ts";
import type { DiagnosticCode } from "./codes.ts";

export type { DiagnosticCode };

/** A seed file as it was read. */
export interface SeedFile {
  readonly path: string;
  readonly text: string;
  /** The scenario that the file describes; none for a file of the base. */
  readonly scenario?: string;
  /** Whether it is outside of the seeds directory and linked from there, so that its text is not shown. */
  readonly isLinked?: boolean;
}

/** A place in a seed file: offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly file: SeedFile;
  readonly start: number;
  readonly end: number;
  /** The JSON pointer (RFC 6901) of a value that is in no file. */
  readonly pointer?: string;
}

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  /** The mistake and what was found, in lower case and without a full stop. */
  readonly message: string;
  /** How to fix it, if that is known. */
  readonly hint?: string | undefined;
  readonly span: Span;
}

/** Whether a diagnostic is an error, not a warning. */
export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** Creates the diagnostic of an error. */
export function errorAt(
  span: Span,
  code: DiagnosticCode,
  message: string,
  hint?: string,
): Diagnostic {
  return { severity: "error", code, message, hint, span };
}

/** Sorts diagnostics by file and place. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => compare(a.span.file.path, b.span.file.path) || a.span.start - b.span.start,
  );
}

/** Quotes text from a file in a sentence: its first line, shortened, safe to print. */
export function quote(text: string): string {
  const [line = ""] = text.split(/\r?\n/, 1);
  return `\`${printable(line.length > 60 ? `${line.slice(0, 59)}…` : line)}\``;
}

/** Formats one diagnostic as a headline, the source line with its place marked, and the hint. */
export function formatDiagnostic({ severity, code, message, hint, span }: Diagnostic): string {
  const { path, text } = span.file;
  const place = placeOf(text, span.start);
  // Why: a file that could not be read has no lines.
  const where = span.pointer ?? (text === "" ? path : `${path}:${place.line}:${place.column}`);
  const headline = printable(`${where} ${severity}: ${message} [${code}]`.trimStart());
  const shown = hint === undefined ? [] : [`  ${printable(hint)}`];
  return [headline, ...frame(span, place), ...shown].join("\n");
}

const FRAME_WIDTH = 120;

function frame({ file, start, end }: Span, { line, column }: Place): string[] {
  if (file.isLinked) return [];
  const { text } = file;
  const lineStart = start - column + 1;
  const lineEnd = text.indexOf("\n", start);
  // Why: of a very long line, only the part around the mark is shown.
  const from = column > FRAME_WIDTH ? start - FRAME_WIDTH / 2 : lineStart;
  const to = Math.min(from + FRAME_WIDTH, lineEnd === -1 ? text.length : lineEnd);
  const source = show(text.slice(from, to).replace(/\r$/, ""));
  if (source.trim() === "") return [];
  const before = columns(text.slice(from, start));
  const marked = columns(text.slice(start, Math.min(end, to)).replace(/\r$/, ""));
  const gutter = `${line}`.padStart(4);
  return [
    `${gutter} | ${source}`,
    `${" ".repeat(gutter.length)} | ${" ".repeat(before)}${"^".repeat(Math.max(1, marked))}`,
  ];
}

const NO_COLUMN = /[\p{M}\p{Cf}]/gu;
const TWO_COLUMNS =
  /\p{Emoji_Presentation}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/gu;

// Why: a byte order mark at the start of a file is not a mistake.
function show(source: string): string {
  return printable(source.replace(/^\ufeff/, ""));
}

/** Counts the columns that text takes on a terminal. */
function columns(source: string): number {
  return [...show(source).replace(NO_COLUMN, "").replace(TWO_COLUMNS, "  ")].length;
}

/** Formats a list of diagnostics with its totals, at most `limit` of them in full. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], limit = 50): string {
  const sorted = sortDiagnostics(diagnostics);
  const shown = sorted.slice(0, limit).map(formatDiagnostic);
  const more = sorted.length > limit ? [`… and ${sorted.length - limit} more`] : [];
  return [...shown, ...more, countDiagnostics(sorted)].join("\n\n");
}

/** Lists the places and codes of errors, at most `limit` of them, without quoting a file. */
export function listPlaces(diagnostics: readonly Diagnostic[], limit = 3): string {
  const places = sortDiagnostics(diagnostics.filter(isError)).map(({ span, code }) => {
    const { line, column } = placeOf(span.file.text, span.start);
    return `${span.file.path}:${line}:${column} ${code}`;
  });
  const more = places.length > limit ? [`and ${places.length - limit} more`] : [];
  return [...places.slice(0, limit), ...more].join(", ");
}

/** Counts errors and warnings in words; empty if there are none. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [plural(errors, "error"), plural(warnings, "warning")].filter(Boolean).join(", ");
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
