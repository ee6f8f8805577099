// What was measured, on disk: a JSON file a part, and one page of Markdown of all there are.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatReport, type Report } from "./report.ts";

const PAGE = "results.md";

const HEAD = `# What was measured

\`npm run bench\` writes this page, and the JSON beside it. A ratio is to a limit that was measured in the same
run, in adjacent pairs; it is the median of the pairs, which is not the ratio of the medians.
`;

/** Writes a part's results, and the page again, with the parts in the order given. */
export async function writeResults(
  directory: string,
  report: Report,
  files: Readonly<Record<string, string>>,
  parts: Iterable<string>,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  await writeFile(join(directory, `${report.part}.json`), `${formatJson(report)}\n`);
  const reports = await Promise.all(Array.from(parts, (part) => readReport(directory, part)));
  const sections = reports.filter((found) => found !== undefined).map(formatReport);
  await writeFile(join(directory, PAGE), [HEAD, ...sections].join("\n"));
}

async function readReport(directory: string, part: string): Promise<Report | undefined> {
  const path = join(directory, `${part}.json`);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : undefined;
}

// Why: a figure a line, and no digits that mean nothing, so that a difference is read at a glance.
function formatJson({ rows, ...report }: Report): string {
  const head = JSON.stringify(report, null, 2).slice(0, -2);
  const lines = rows.map((row) => `    ${JSON.stringify(row, rounded)}`);
  return `${head},\n  "rows": [\n${lines.join(",\n")}\n  ]\n}`;
}

const rounded = (_name: string, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(5)) : value;
