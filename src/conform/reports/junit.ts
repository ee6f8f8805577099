// The report as JUnit XML: a suite for each group.

import { printableLine } from "../../shared/printable.ts";
import {
  type CheckGroup,
  countOutcomes,
  formatSection,
  GROUP_TITLES,
  groupOf,
  groupsOf,
  type Report,
  type RunResult,
} from "../report.ts";
import type { CheckOutcome } from "../run.ts";

export const junitReport: Report = {
  begin: () => "",
  add: () => "",
  end: (run) => `${formatSuites(run).join("\n")}\n`,
};

function formatSuites(run: RunResult): string[] {
  const { outcomes, seconds } = run;
  const counts = attributes({
    name: "merchant-sandbox conform",
    tests: outcomes.length,
    failures: outcomes.filter(({ result }) => result === "failed").length,
    errors: 0,
    time: seconds.toFixed(3),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${counts}>`,
    ...groupsOf(run).flatMap((group) => formatSuite(outcomes, group)),
    "</testsuites>",
  ];
}

function formatSuite(outcomes: readonly CheckOutcome[], group: CheckGroup): string[] {
  const { held, failed, skipped } = countOutcomes(outcomes, group);
  const own = outcomes.filter(({ check }) => groupOf(check) === group);
  const counts = attributes({
    name: GROUP_TITLES[group],
    tests: held + failed + skipped,
    failures: failed,
    errors: 0,
    skipped,
    time: secondsOf(own.reduce((sum, { ms }) => sum + ms, 0)),
  });
  return [`  <testsuite${counts}>`, ...own.flatMap(formatCase), "  </testsuite>"];
}

function formatCase(outcome: CheckOutcome): string[] {
  const { check, ms } = outcome;
  const about = attributes({
    classname: formatSection(check),
    name: `${check.title} (${check.id})`,
    time: secondsOf(ms),
  });
  if (outcome.result === "held") return [`    <testcase${about}/>`];
  return [`    <testcase${about}>`, `      ${formatResult(outcome)}`, "    </testcase>"];
}

function formatResult(outcome: Exclude<CheckOutcome, { result: "held" }>): string {
  if (outcome.result === "skipped") {
    return `<skipped${attributes({ message: printableLine(outcome.reason) })}/>`;
  }
  const [expected, received] = [printableLine(outcome.expected), printableLine(outcome.received)];
  const about = attributes({ message: `expected ${expected}`, type: "mismatch" });
  return `<failure${about}>received ${escapeXml(received)}</failure>`;
}

/** Formats the attributes of an element. */
export function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

export const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

const secondsOf = (ms: number) => (ms / 1000).toFixed(3);
