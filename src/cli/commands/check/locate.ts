// Diagnostics for programs, with the lines and columns where each starts and ends.
import type {
  Diagnostic,
  DiagnosticCode,
  SeedFile,
} from "../../../seeds/diagnostics/diagnostic.ts";
import { indexLines } from "../../../shared/lines.ts";

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

/** Locates diagnostics. One without a place is at the beginning of its file. */
export function locateDiagnostics(diagnostics: readonly Diagnostic[]): LocatedDiagnostic[] {
  // Why: thousands of mistakes in one file are not to look through its text once each.
  const indexes = new Map<SeedFile, ReturnType<typeof indexLines>>();
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
