// The Markdown of what was measured: a table a part, and below it on what machine that was.
import type { Environment } from "./environment.ts";
import type { Figure, Row } from "./figure.ts";
import type { Spread } from "./statistics.ts";
import { formatTarget, isMet } from "./targets.ts";

/** What one part of the bench found. */
export interface Report {
  readonly part: string;
  readonly title: string;
  readonly environment: Environment;
  readonly rows: readonly Row[];
  /** Why targets are not met. */
  readonly reasons?: readonly string[] | undefined;
}

const HEAD = `| | measured | limit | ratio | pairs | target | met |
|---|---|---|---|---|---|---|`;

const MET = "✓";
const MISSED = "✗";

/** Formats the figures of a part as a section of Markdown. */
export function formatReport({ title, environment, rows, reasons }: Report): string {
  return `## ${title}

${HEAD}
${rows.map(formatRow).join("\n")}
${rows.some(isMissed) ? formatReasons(reasons) : ""}
${formatEnvironment(environment)}
`;
}

const isMissed = (row: Row): boolean => "target" in row && markOf(row) === MISSED;

function formatReasons(reasons: readonly string[] = []): string {
  if (reasons.length === 0) return "";
  return `
What is missing to the targets that are not met:

${reasons.map((reason) => `- ${reason}`).join("\n")}
`;
}

function formatRow(row: Row): string {
  if ("why" in row) return `| ${row.what} | not measured: ${row.why} | | | | | |`;
  const { what, unit, measured, limit, target } = row;
  const cells = [
    what,
    limit
      ? formatValue(measured.median, unit)
      : formatSpread(measured, (value) => formatValue(value, unit)),
    limit ? `${formatValue(limit.value.median, unit)} ${limit.what}` : "",
    limit ? formatSpread(limit.ratio, (ratio) => ratio.toFixed(2)) : "",
    `${row.samples.length}`,
    target ? formatTarget(target) : "",
    target ? markOf(row) : "",
  ];
  return `| ${cells.join(" | ")} |`;
}

function markOf({ target, measured, limit }: Figure): string {
  return target && isMet(target, (limit?.ratio ?? measured).median) ? MET : MISSED;
}

function formatSpread({ low, median, high }: Spread, format: (value: number) => string): string {
  return `**${format(median)}** (${format(low)} – ${format(high)})`;
}

/** Formats a value with its unit, with thousands apart and three digits where it is small. */
export function formatValue(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toFixed(digits).replace(/\B(?=(?:\d{3})+$)/g, " ");
  return `${text} ${unit}`;
}

function formatEnvironment({ date, quick, cpu, cores, ...rest }: Environment): string {
  const { sandbox, bun, node, deno, connections, sliceMs } = rest;
  return [
    `Medians, with quartiles in brackets. ${connections} connections, ${sliceMs} ms at a time. Taken ${date}`,
    `of ${sandbox}, with Bun ${bun}, Node ${node} and Deno ${deno}, on ${cores} × ${cpu}`,
    quick ? "in a hurry: for a glance, not for the record." : "without hurry.",
  ].join(" ");
}
