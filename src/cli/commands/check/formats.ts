// The formats of `check`: for people, as JSON, as SARIF, and as commands that GitHub shows as annotations.
import {
  countDiagnostics,
  type Diagnostic,
  formatDiagnostics,
} from "../../../seeds/diagnostics/diagnostic.ts";
import { printable } from "../../../shared/printable.ts";
import { type LocatedDiagnostic, locateDiagnostics } from "./locate.ts";
import { formatSarif } from "./sarif.ts";

export const DIAGNOSTIC_FORMATS = ["pretty", "json", "github", "sarif"] as const;

type DiagnosticFormat = (typeof DIAGNOSTIC_FORMATS)[number];

/** Formats sorted diagnostics. `fine` is the message for sets without any. */
export function formatReport(
  format: DiagnosticFormat,
  diagnostics: readonly Diagnostic[],
  fine: readonly string[],
): string {
  switch (format) {
    case "pretty":
      return formatPretty(diagnostics, fine);
    case "json":
      return formatJson(locateDiagnostics(diagnostics));
    case "github":
      return [
        ...locateDiagnostics(diagnostics).map(formatCommand),
        countDiagnostics(diagnostics) || "no mistakes",
      ].join("\n");
    case "sarif":
      return formatSarif(locateDiagnostics(diagnostics));
  }
}

function formatPretty(diagnostics: readonly Diagnostic[], fine: readonly string[]): string {
  const found = diagnostics.length === 0 ? [] : [formatDiagnostics(diagnostics)];
  return [...found, ...(fine.length === 0 ? [] : [fine.map(printable).join("\n")])].join("\n\n");
}

// Why: one to a line, so that `grep` and `diff` read it too.
function formatJson(diagnostics: readonly LocatedDiagnostic[]): string {
  if (diagnostics.length === 0) return "[]";
  return `[\n${diagnostics.map((diagnostic) => JSON.stringify(diagnostic)).join(",\n")}\n]`;
}

function formatCommand({
  severity,
  code,
  message,
  hint,
  file,
  ...place
}: LocatedDiagnostic): string {
  const { line, column, endLine, endColumn } = place;
  // Why: across lines, GitHub drops the columns and says so in its log.
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = { file, line, endLine, ...columns, title: code };
  const written = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${severity} ${written.join(",")}::${data(text)}`;
}

const data = (text: string) =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const property = (value: string | number) =>
  data(`${value}`).replaceAll(":", "%3A").replaceAll(",", "%2C");
