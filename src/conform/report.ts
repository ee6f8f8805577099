// The run and its counts, for all report formats. The formats are in reports/.
import type { Check } from "./check.ts";
import type { CheckOutcome } from "./run.ts";

/** The data before the first check. */
interface Plan {
  readonly baseUrl: string;
  readonly checks: readonly Check[];
}

/** The data at the end. */
export interface RunResult extends Plan {
  readonly outcomes: readonly CheckOutcome[];
  /** How many requests were sent. */
  readonly requests: number;
  readonly seconds: number;
  /** The part of these seconds that was spent waiting because of 429. */
  readonly waitedSeconds: number;
}

/** A report format: the text before the first check, after each check, and at the end. */
export interface Report {
  begin(plan: Plan): string;
  /** `number` counts from 1. */
  add(outcome: CheckOutcome, number: number): string;
  end(run: RunResult): string;
}

/** The specification's statements, and the sandbox's choices where the specification says nothing. */
export type CheckGroup = "document" | "sandbox";

/** The titles of the two groups of checks in reports. */
export const GROUP_TITLES: Readonly<Record<CheckGroup, string>> = {
  document: "the specification",
  sandbox: "the sandbox's choices",
};

/** The group of a check. */
export const groupOf = ({ section }: Check): CheckGroup =>
  section === undefined ? "sandbox" : "document";

export type Counts = Readonly<Record<CheckOutcome["result"], number>>;

/** Counts the outcomes of a group. */
export function countOutcomes(outcomes: readonly CheckOutcome[], group: CheckGroup): Counts {
  const counts = { held: 0, failed: 0, skipped: 0 };
  for (const { check, result } of outcomes) {
    if (groupOf(check) === group) counts[result] += 1;
  }
  return counts;
}

/** Lists the groups of a run's checks, the specification's first. */
export function groupsOf({ checks }: Plan): CheckGroup[] {
  return (["document", "sandbox"] as const).filter((group) =>
    checks.some((check) => groupOf(check) === group),
  );
}

/** Formats a run's counts as lines: one for each group, then requests and time. */
export function formatSummary(run: RunResult): string[] {
  const { outcomes, checks, requests, seconds, waitedSeconds } = run;
  const groups = groupsOf(run).map((group) => {
    const { held, failed, skipped } = countOutcomes(outcomes, group);
    return `${GROUP_TITLES[group]}: ${held} held, ${failed} failed, ${skipped} skipped`;
  });
  const waited =
    waitedSeconds === 0 ? "" : `, ${waitedSeconds.toFixed(1)} s of that waiting because of 429`;
  const left = checks.length - outcomes.length;
  return [
    ...groups,
    `${requests} requests in ${seconds.toFixed(1)} s${waited}`,
    ...(left === 0 ? [] : [`stopped early: ${left} checks did not run`]),
  ];
}

/** Formats the source of a check: a section of the specification, or `choice`. */
export function formatSection({ section }: Check): string {
  return section === undefined ? "choice" : `§${section}`;
}
