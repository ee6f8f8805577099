// The report as TAP version 14, with a test point for each check.

import { printableLine } from "../../shared/printable.ts";
import { formatSection, formatSummary, type Report } from "../report.ts";
import type { CheckOutcome } from "../run.ts";

export const tapReport: Report = {
  begin: ({ checks }) => `TAP version 14\n1..${checks.length}\n`,
  add: (outcome, number) => `${formatPoint(outcome, number).join("\n")}\n`,
  end(run) {
    const comments = formatSummary(run).map((line) => `# ${line}`);
    const isWhole = run.outcomes.length === run.checks.length;
    return `${[...comments, ...(isWhole ? [] : ["Bail out! stopped early"])].join("\n")}\n`;
  },
};

function formatPoint(outcome: CheckOutcome, number: number): string[] {
  const { check, result } = outcome;
  const description = escapeTap(`${check.title} (${formatSection(check)}, ${check.id})`);
  if (result === "held") return [`ok ${number} - ${description}`];
  if (result === "skipped") {
    return [`ok ${number} - ${description} # SKIP ${escapeTap(printableLine(outcome.reason))}`];
  }
  return [
    `not ok ${number} - ${description}`,
    "  ---",
    // Why: JSON is valid YAML.
    `  expected: ${JSON.stringify(printableLine(outcome.expected))}`,
    `  received: ${JSON.stringify(printableLine(outcome.received))}`,
    "  ...",
  ];
}

/** Escapes what TAP gives a meaning to. */
export const escapeTap = (text: string) => text.replace(/[\\#]/g, "\\$&");
