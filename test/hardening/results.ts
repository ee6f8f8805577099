// What held and what did not, on disk: a JSON file a part, and one page of Markdown of all there are.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../bench/environment.ts";
import type { Row } from "./part.ts";
import type { ProgramName } from "./target.ts";

const HEAD = `# What it withstands

\`npm run harden\` writes this page, and the JSON beside it. It attacks the executable, and \`dist/main.js\` under
Node. The tests beside it hold the same, at a size that is quick.
`;

/** What one part found. */
export interface Report {
  readonly part: string;
  readonly title: string;
  readonly summary: string;
  readonly environment: Environment;
  readonly rows: readonly (Row & { readonly program: ProgramName })[];
}

/** Formats a part as a section of Markdown. */
export function formatReport({ part, title, environment, rows }: Report): string {
  const { sandbox, bun, node, cores, cpu, date } = environment;
  return `## ${title}

\`npm run harden -- ${part}\`

| program | tried | seen | held |
|---|---|---|---|
${rows.map(({ program, what, figure, held }) => `| ${[program, what, figure.replaceAll("|", "\\|"), held ? "✓" : "✗"].join(" | ")} |`).join("\n")}

Taken ${date} of ${sandbox}, with Bun ${bun} and Node ${node}, on ${cores} × ${cpu} that others used, too.
`;
}

/** Writes a part's results, and the page again, with the parts in the order given. */
export async function writeResults(
  directory: string,
  report: Report,
  parts: readonly string[],
): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${report.part}.json`), `${JSON.stringify(report, null, 2)}\n`);
  const reports = await Promise.all(parts.map((part) => readReport(directory, part)));
  const sections = reports.filter((found) => found !== undefined).map(formatReport);
  await writeFile(join(directory, "results.md"), [HEAD, ...sections].join("\n"));
}

async function readReport(directory: string, part: string): Promise<Report | undefined> {
  const path = join(directory, `${part}.json`);
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : undefined;
}
