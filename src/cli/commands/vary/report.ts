// The reports of `vary`: for people, and for programs as JSON, JUnit and TAP.
import { attributes, escapeXml } from "../../../conform/reports/junit.ts";
import { escapeTap } from "../../../conform/reports/tap.ts";
import { printable, printableLine } from "../../../shared/printable.ts";
import { shellWord } from "../../../shared/shell.ts";
import { coverageOf } from "../../../vary/coverage.ts";
import type { GroupedDimension } from "../../../vary/dimensions.ts";
import { describeVariationFailure, requestOf, summarizeFailure } from "../../../vary/report.ts";
import { describeVariation } from "../../../vary/variation.ts";
import { type Failure, isSteady, type Varied } from "../../../vary/vary.ts";
import { formatCount, formatTable } from "../../terminal.ts";

export interface VaryReport extends Varied {
  readonly dimensions: readonly GroupedDimension[];
  /** The scenario file of each failure; none if they could not be written. */
  readonly files: ReadonlyMap<Failure, string>;
  /** The command, word by word. */
  readonly command: readonly string[];
  /** The flags, as they were given. */
  readonly flags: readonly string[];
  /** The seeds that were found or given; undefined means the embedded ones. */
  readonly seeds: string | undefined;
}

/** Formats the table of dimensions. */
export function formatDimensions(dimensions: readonly GroupedDimension[]): string {
  const rows = dimensions.map(({ name, group, section, document }) => [
    group,
    name,
    `§${section}`,
    document,
  ]);
  return `${formatTable(rows).join("\n")}\n`;
}

/** The formats of the report. */
export const REPORTS = {
  pretty: formatPretty,
  json: formatJson,
  junit: formatJunit,
  tap: formatTap,
} as const satisfies Readonly<Record<string, (report: VaryReport) => string>>;

function formatPretty(report: VaryReport): string {
  const { failures, chosen, impossible, runs, seed } = report;
  const found = failures.flatMap((failure) => [
    ...describeVariationFailure(failure, chosen).map(printable),
    `  to repeat it: ${commandOf(failure, report)}`,
    "",
  ]);
  const made = impossible === 0 ? "" : `, ${impossible} could not be made`;
  return `${[
    ...found,
    ...formatCoverage(report),
    "",
    `${chosen} variations${made}, ${runs.length} runs, ${formatCount(failures.length, "failures")}, seed ${seed}`,
  ].join("\n")}\n`;
}

/** The command line that runs the client in a failing variation. */
function commandOf(failure: Failure, report: VaryReport): string {
  const { files, command, flags, seeds, seed } = report;
  const file = files.get(failure);
  const from = seeds === undefined ? [] : ["--seeds", seeds];
  const isChosen = flags.some((flag) => /^--seed(?:=|$)/.test(flag));
  const found =
    file === undefined
      ? // Why: other flags choose other variations, even with the same seed.
        ["vary", ...flags, ...(isChosen ? [] : ["--seed", String(seed)])]
      : ["exec", ...from, "--scenario", file];
  return ["merchant-sandbox", ...[...found, "--", ...command].map(shellWord)].join(" ");
}

function formatCoverage(report: VaryReport): string[] {
  const { statuses, dimensions } = coverageOf(report, report.dimensions);
  const asked = Object.entries(statuses).map(([endpoint, counts]) => [
    `  ${endpoint}`,
    Object.entries(counts)
      .map(([status, count]) => `${status} × ${count}`)
      .join(", ") || "no requests",
  ]);
  const missed = dimensions.filter(({ met }) => met === 0).map(({ name }) => name);
  return [
    "What the client received",
    ...formatTable(asked),
    missed.length === 0 ? "  every dimension" : `  not received: ${missed.join(", ")}`,
  ];
}

function formatJson(report: VaryReport): string {
  const { seed, chosen, impossible, runs, failures, files, dimensions } = report;
  const described = failures.map((failure) => ({
    message: summarizeFailure(failure),
    steady: isSteady(failure),
    dimensions: failure.variation.map(({ dimension }) => dimension.name),
    sections: failure.variation.map(({ dimension }) => dimension.section),
    variation: describeVariation(failure.variation),
    number: failure.number,
    path: failure.path,
    shrunkIn: failure.shrunkIn,
    request: requestOf(failure) ?? null,
    scenario: files.get(failure) ?? null,
    repeat: commandOf(failure, report),
    output: failure.attempt.output,
  }));
  const coverage = coverageOf(report, dimensions);
  const counts = { seed, variations: chosen, impossible, runs: runs.length };
  return `${JSON.stringify({ ...counts, failures: described, coverage }, undefined, 2)}\n`;
}

/** The failure of each dimension, if there is one. */
function failuresByDimension({ dimensions, failures }: VaryReport) {
  return dimensions.map((dimension) => ({
    dimension,
    failure: failures.find(({ variation }) =>
      variation.some((difference) => difference.dimension.name === dimension.name),
    ),
  }));
}

function formatJunit(report: VaryReport): string {
  const cases = failuresByDimension(report).flatMap(({ dimension, failure }) => {
    const about = attributes({ classname: `vary ${dimension.group}`, name: dimension.name });
    if (failure === undefined) return [`    <testcase${about}/>`];
    const message = attributes({ message: printableLine(summarizeFailure(failure)) });
    const details = describeVariationFailure(failure, report.chosen).map(printable).join("\n");
    return [
      `    <testcase${about}>`,
      `      <failure${message}>${escapeXml(details)}</failure>`,
      "    </testcase>",
    ];
  });
  const counts = attributes({
    name: "merchant-sandbox vary",
    tests: report.dimensions.length,
    failures: cases.filter((line) => line.includes("<failure")).length,
  });
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<testsuites>",
    `  <testsuite${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ].join("\n")}\n`;
}

function formatTap(report: VaryReport): string {
  const points = failuresByDimension(report).flatMap(({ dimension, failure }, index) => {
    const words = escapeTap(`${dimension.name} (§${dimension.section})`);
    if (failure === undefined) return [`ok ${index + 1} - ${words}`];
    return [
      `not ok ${index + 1} - ${words}`,
      "  ---",
      `  message: ${JSON.stringify(summarizeFailure(failure))}`,
      `  variation: ${JSON.stringify(describeVariation(failure.variation))}`,
      `  repeat: ${JSON.stringify(commandOf(failure, report))}`,
      "  ...",
    ];
  });
  return `${["TAP version 14", `1..${report.dimensions.length}`, ...points].join("\n")}\n`;
}
