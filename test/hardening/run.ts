// The door of the hardening: which parts there are, and where what they find goes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readEnvironment } from "../bench/environment.ts";
import { findMissing } from "../bench/needs.ts";
import { endProcesses } from "../bench/processes.ts";
import type { Part } from "./part.ts";
import { bugs } from "./parts/bugs.ts";
import { changes } from "./parts/changes.ts";
import { ends } from "./parts/ends.ts";
import { faults } from "./parts/faults.ts";
import { inputs } from "./parts/inputs.ts";
import { memory } from "./parts/memory.ts";
import { slow } from "./parts/slow.ts";
import { formatReport, type Report, writeResults } from "./results.ts";
import { PROGRAMS, type ProgramName } from "./target.ts";

const PARTS = new Map<string, Part>(
  Object.entries({ inputs, slow, memory, changes, faults, ends, bugs }),
);
const RESULTS = join(import.meta.dir, "results");

// Why: also where a run fails, or is told to stop in its midst.
process.on("exit", endProcesses);
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => process.exit(code));
}

process.exit(await run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { help: { type: "boolean", short: "h", default: false } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !PARTS.has(name));
  if (values.help || unknown !== undefined) {
    if (unknown !== undefined) process.stderr.write(`harden: there is no part ${unknown}\n`);
    process.stdout.write(formatHelp());
    return values.help ? 0 : 2;
  }
  const missing = findMissing(["build", "proc", "wrk"]);
  if (missing.length > 0) {
    process.stderr.write(missing.map((fix) => `harden: ${fix}\n`).join(""));
    return 1;
  }
  return harden(
    [...PARTS].filter(([name]) => positionals.length === 0 || positionals.includes(name)),
  );
}

/** Tries the parts on both programs. Returns 1 where something did not hold. */
async function harden(parts: readonly (readonly [name: string, part: Part])[]): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), "merchant-sandbox-harden-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  const environment = readEnvironment(false, 0);
  let held = true;
  for (const [name, part] of parts) {
    const rows: Report["rows"][number][] = [];
    for (const program of Object.keys(PROGRAMS) as ProgramName[]) {
      const say = (text: string) => void process.stderr.write(`${name}, ${program}: ${text}\n`);
      say("begins");
      const found = await part.run({ program, directory, say });
      rows.push(...found.map((row) => ({ program, ...row })));
    }
    held &&= rows.every((row) => row.held);
    const report: Report = {
      part: name,
      title: part.title,
      summary: part.summary,
      environment,
      rows,
    };
    await writeResults(RESULTS, report, [...PARTS.keys()]);
    process.stdout.write(`\n${formatReport(report)}\n`);
  }
  return held ? 0 : 1;
}

function formatHelp(): string {
  return `Attacks the executable, and dist/main.js under Node, and says what held.

Usage: npm run harden -- [PART…]

Parts, all where none is named
${[...PARTS].map(([name, { summary }]) => `  ${name.padEnd(8)}  ${summary}`).join("\n")}

Exit code: 0 all held, 1 something did not or is missing, 2 wrong usage.
`;
}
