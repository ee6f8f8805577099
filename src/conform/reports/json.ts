// The report as one JSON object, for programs.

import { printableLine } from "../../shared/printable.ts";
import {
  type Counts,
  countOutcomes,
  groupOf,
  groupsOf,
  type Report,
  type RunResult,
} from "../report.ts";
import type { CheckOutcome } from "../run.ts";

export const jsonReport: Report = {
  begin: () => "",
  add: () => "",
  end: (run) => `${JSON.stringify(describe(run), undefined, 2)}\n`,
};

function describe(run: RunResult) {
  const { baseUrl, requests, seconds, waitedSeconds, checks, outcomes } = run;
  const counts: [string, Counts][] = groupsOf(run).map((group) => [
    group,
    countOutcomes(outcomes, group),
  ]);
  return {
    baseUrl,
    requests,
    seconds: rounded(seconds),
    waitedSeconds: rounded(waitedSeconds),
    notRun: checks.length - outcomes.length,
    ...Object.fromEntries(counts),
    checks: outcomes.map(describeOutcome),
  };
}

function describeOutcome({ check, result, ms, ...details }: CheckOutcome) {
  const { id, section = null, title } = check;
  const texts = Object.entries(details).map(([name, text]) => [name, printableLine(String(text))]);
  return {
    id,
    promise: groupOf(check),
    // Why: a choice has no section, because the specification says nothing about it.
    section,
    title,
    result,
    ...Object.fromEntries(texts),
    seconds: rounded(ms / 1000),
  };
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
