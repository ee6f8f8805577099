// Diagnostics as SARIF 2.1.0, which code scanning reads.
import { DIAGNOSTIC_CODES } from "../../../seeds/diagnostics/codes.ts";
import { VERSION } from "../../../version.ts";
import type { LocatedDiagnostic } from "./locate.ts";

const RULES = Object.entries(DIAGNOSTIC_CODES).map(([id, { summary, help }]) => ({
  id,
  shortDescription: { text: summary },
  help: { text: help },
}));

/** Formats diagnostics as a SARIF log of one run. */
export function formatSarif(diagnostics: readonly LocatedDiagnostic[]): string {
  const ruleIndexes = new Map(RULES.map(({ id }, index) => [id, index]));
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "merchant-sandbox", version: VERSION, rules: RULES } },
        columnKind: "utf16CodeUnits",
        results: diagnostics.map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: ruleIndexes.get(diagnostic.code),
          ...resultOf(diagnostic),
        })),
      },
    ],
  };
  return JSON.stringify(log, undefined, 2);
}

function resultOf({ severity, message, hint, file, ...place }: LocatedDiagnostic) {
  const { line, column, endLine, endColumn } = place;
  const region = { startLine: line, startColumn: column, endLine, endColumn };
  return {
    level: severity,
    // Why: braces are not doubled, though the standard would have it: what shows messages shows both.
    message: { text: `${message}.${hint === undefined ? "" : ` ${hint}`}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }],
  };
}

/** Writes a path as a URI reference: relative where the path is, else of the scheme `file`. */
function uriOf(path: string): string {
  const slashed = path.replaceAll("\\", "/").replace(/\p{Surrogate}/gu, "\uFFFD");
  const [drive = ""] = /^[a-z]:(?=\/)/i.exec(slashed) ?? [];
  const written = slashed.slice(drive.length).split("/").map(encodeURIComponent).join("/");
  if (drive !== "") return `file:///${drive}${written}`;
  if (written.startsWith("//")) return `file:${written}`;
  return written.startsWith("/") ? `file://${written}` : written;
}
