// Diagnostics as programs read them: each with the lines and columns where it begins and ends.
import type {
  Diagnostic,
  DiagnosticCode,
  Place,
  SeedFile,
} from "../../../seeds/diagnostics/diagnostic.ts";

/** Lines and columns are 1-based, columns in UTF-16 units, and the end is exclusive. */
export interface LocatedDiagnostic {
  readonly severity: Diagnostic["severity"];
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string | undefined;
  /** The path without a `./` in front, which those who look it up may not know. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Works out the places of diagnostics; what has no place in its file is at its very beginning. */
export function locateDiagnostics(diagnostics: readonly Diagnostic[]): LocatedDiagnostic[] {
  // Why: thousands of mistakes in one file are not to look through its text once each.
  const indexes = new Map<SeedFile, LineIndex>();
  const indexOf = (file: SeedFile) => {
    const index = indexes.get(file) ?? indexLines(file.text);
    indexes.set(file, index);
    return index;
  };
  return diagnostics.map(({ severity, code, message, hint, span }) => {
    const placeOf = indexOf(span.file);
    const { line, column } = placeOf(span.start);
    const end = placeOf(Math.max(span.start, span.end));
    const place = { line, column, endLine: end.line, endColumn: end.column };
    return { severity, code, message, hint, file: withoutDot(span.file.path), ...place };
  });
}

const withoutDot = (path: string) => path.replace(/^(?:\.[\\/]+)+(?=.)/, "");

type LineIndex = (offset: number) => Place;

function indexLines(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let line = 0;
    for (let beyond = starts.length; beyond - line > 1; ) {
      const middle = (line + beyond) >> 1;
      if ((starts[middle] ?? 0) <= offset) line = middle;
      else beyond = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
