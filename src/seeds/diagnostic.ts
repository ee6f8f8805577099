// What is wrong in a seed file and where: values in a list, never thrown. Line and column are worked
// out only when a diagnostic is shown, from the offsets that it carries.
import { distance } from "fastest-levenshtein";

/** A seed file as it was read. */
export interface SeedFile {
  readonly path: string;
  readonly text: string;
}

/** A place in a seed file: offsets in UTF-16 units, the end exclusive. */
export interface Span {
  readonly file: SeedFile;
  readonly start: number;
  readonly end: number;
}

export type DiagnosticCode =
  | "no-seeds"
  | "not-utf-8"
  | "yaml-syntax"
  | "yaml-version"
  | "yaml-tag"
  | "yaml-alias"
  | "yaml-key"
  | "yaml-documents"
  | "duplicate-field"
  | "unknown-field"
  | "missing-field"
  | "wrong-type"
  | "bad-value"
  | "bad-time"
  | "bad-repeat"
  | "duplicate-name"
  | "dangling-reference";

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly code: DiagnosticCode;
  /** What is wrong and what was found, in one sentence without a full stop. */
  readonly message: string;
  /** What to do about it, where that is known. */
  readonly hint?: string;
  readonly span: Span;
}

/** Where a span begins: 1-based, the column in UTF-16 units as editors count it. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Works out the line and column of an offset. */
export function placeOf(text: string, offset: number): Place {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** Formats a span's beginning as `file:line`, the form in which the log names a seed. */
export function formatOrigin(span: Span): string {
  return `${span.file.path}:${placeOf(span.file.text, span.start).line}`;
}

/** Sorts diagnostics by file and place, in the order in which a person mends them. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted(
    (a, b) => compare(a.span.file.path, b.span.file.path) || a.span.start - b.span.start,
  );
}

/** Formats one diagnostic as a headline, the source line with its place marked, and the mend. */
export function formatDiagnostic({ severity, code, message, hint, span }: Diagnostic): string {
  const { text, path } = span.file;
  const { line, column } = placeOf(text, span.start);
  const headline = `${path}:${line}:${column} ${severity}: ${message} [${code}]`;
  const mend = hint === undefined ? [] : [`  ${hint}`];
  return [headline, ...frame(text, line, column, span.end - span.start), ...mend].join("\n");
}

const FRAME_WIDTH = 120;

function frame(text: string, line: number, column: number, length: number): string[] {
  const lineStart = text.lastIndexOf("\n", text.length === 0 ? 0 : startOfLine(text, line)) + 1;
  const lineEnd = text.indexOf("\n", lineStart);
  const source = text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, "");
  if (source.trim() === "") return [];
  // Why: a line of a megabyte is shown by the part around its mark.
  const from = column > FRAME_WIDTH ? column - FRAME_WIDTH / 2 : 0;
  const shown = visible(source.slice(from, from + FRAME_WIDTH));
  const before = visible(source.slice(from, column - 1));
  const marked = visible(source.slice(column - 1, column - 1 + length));
  const room = Math.max(1, Math.min(marked.length, shown.length - before.length));
  const gutter = `${line}`.padStart(4);
  return [
    `${gutter} | ${shown}`,
    `${" ".repeat(gutter.length)} | ${" ".repeat(before.length)}${"^".repeat(room)}`,
  ];
}

function startOfLine(text: string, line: number): number {
  let at = -1;
  for (let n = 1; n < line; n++) at = text.indexOf("\n", at + 1);
  return at;
}

// Why: a tab is as wide as the terminal likes, and other control characters may act on it.
function visible(source: string): string {
  return source.replace(/\t/g, "  ").replace(/\p{Cc}/gu, "\uFFFD");
}

/** Formats a list of diagnostics with its totals, at most `limit` of them in full. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], limit = 50): string {
  const sorted = sortDiagnostics(diagnostics);
  const shown = sorted.slice(0, limit).map(formatDiagnostic);
  const more = sorted.length > limit ? [`… and ${sorted.length - limit} more`] : [];
  return [...shown, ...more, countDiagnostics(sorted)].join("\n\n");
}

function countDiagnostics(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === "error").length;
  const warnings = diagnostics.length - errors;
  return [plural(errors, "error"), plural(warnings, "warning")].filter(Boolean).join(", ");
}

function plural(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Finds the nearest name to a misspelt one, or undefined where none is near. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const reach = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = reach + 1;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const steps = distance(name.toLowerCase(), candidate.toLowerCase());
    if (steps < bestDistance) [best, bestDistance] = [candidate, steps];
  }
  return best;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
