// How an outcome reads on a terminal: plain text, no colour, nothing printed.
import type { Outcome, Summary } from "./run.ts";

const LONGEST = 400;

const PROMISED = { document: "the document promises", sandbox: "the sandbox chooses" } as const;

/** Formats an outcome as one line, or four where a check failed; without a line end. */
export function formatOutcome(outcome: Outcome): string {
  const { check, result } = outcome;
  const section = /^\d/.test(check.section) ? `§${check.section}` : check.section;
  const head = `${result.padEnd(7)}  ${check.title} (${check.id})`;
  if (outcome.result === "held") return head;
  if (outcome.result === "skipped") return `${head}: ${readable(outcome.reason)}`;
  return [
    head,
    `         ${PROMISED[check.promise]}: ${section}`,
    `         expected: ${readable(outcome.expected)}`,
    `         received: ${readable(outcome.received)}`,
  ].join("\n");
}

/** Formats the counts of a run as one line. */
export function formatSummary({ held, failed, skipped, broken }: Summary): string {
  const detail = failed === 0 ? "" : ` (${broken} of them promised by the document)`;
  return `${held} held, ${failed} failed${detail}, ${skipped} skipped`;
}

// Why: the text may come from any server, and its control characters would reach the terminal.
function readable(text: string): string {
  const line = text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Cf}]/gu, "\u{fffd}");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
