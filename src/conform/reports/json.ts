// The report as one JSON object, for programs.

import { printableLine } from "../../shared/printable.ts";
import { type Counts, countOutcomes, groupsOf, type Report, type RunResult } from "../report.ts";
import type { CheckOutcome } from "../run.ts";

export const jsonReport: Report = {
  begin: () => "",
  add: () => "",
  end: (run) => `${JSON.stringify(describe(run), undefined, 2)}\n`,
};

function describe(run: RunResult) {
  const { baseUrl, requests, seconds, waitedSeconds, checks, outcomes } = run;
  const counts: [string, Counts][] = groupsOf(run).map((promise) => [
    promise,
    countOutcomes(outcomes, promise),
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
  const { id, promise, section, title } = check;
  const texts = Object.entries(details).map(([name, text]) => [name, printableLine(String(text))]);
  return {
    id,
    promise,
    // Why: a choice has no section, because the specification says nothing about it.
    section: promise === "document" ? section : null,
    title,
    result,
    ...Object.fromEntries(texts),
    seconds: rounded(ms / 1000),
  };
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000;
