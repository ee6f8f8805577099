// The report for people: a line for each check as it ends, then the counts.

import { printableLine } from "../../shared/printable.ts";
import { formatSection, formatSummary, type Report } from "../report.ts";
import type { CheckOutcome } from "../run.ts";

export const prettyReport: Report = {
  begin: () => "",
  add: (outcome) => `${formatOutcome(outcome)}\n`,
  end: (run) => `\n${formatSummary(run).join("\n")}\n`,
};

/** Formats an outcome as one line, or three lines if the check failed, without a final line end. */
export function formatOutcome(outcome: CheckOutcome): string {
  const { check, result } = outcome;
  const section = formatSection(check).padEnd(6);
  const head = `${result.padEnd(7)}  ${section}  ${check.title} (${check.id})`;
  if (outcome.result === "held") return head;
  if (outcome.result === "skipped") return `${head}: ${printableLine(outcome.reason)}`;
  return [
    head,
    `                 expected: ${printableLine(outcome.expected)}`,
    `                 received: ${printableLine(outcome.received)}`,
  ].join("\n");
}
