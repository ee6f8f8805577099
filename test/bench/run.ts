// The door of the bench: which parts there are, and where what they find goes.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "./environment.ts";
import { findMissing } from "./needs.ts";
import { formatHelp, type Options, readOptions, UsageError } from "./options.ts";
import type { Part } from "./part.ts";
import { dashboard } from "./parts/dashboard.ts";
import { edge } from "./parts/edge.ts";
import { growth } from "./parts/growth.ts";
import { journal } from "./parts/journal.ts";
import { load } from "./parts/load.ts";
import { memory } from "./parts/memory.ts";
import { peers } from "./parts/peers.ts";
import { reload } from "./parts/reload.ts";
import { start } from "./parts/start.ts";
import { throughput } from "./parts/throughput.ts";
import { worlds } from "./parts/worlds.ts";
import { endProcesses } from "./processes.ts";
import { formatReport } from "./report.ts";
import { writeResults } from "./results.ts";

const PARTS = new Map<string, Part>(
  Object.entries({
    throughput,
    start,
    memory,
    growth,
    load,
    reload,
    worlds,
    journal,
    dashboard,
    edge,
    peers,
  }),
);

const USUAL = { sliceMs: 400, warmMs: 1_500 };
const QUICK = { sliceMs: 200, warmMs: 250 };

// Why: also where a run fails, or is told to stop in its midst.
process.on("exit", endProcesses);
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => process.exit(code));
}

process.exit(await run(process.argv.slice(2)));

async function run(args: readonly string[]): Promise<number> {
  try {
    const options = readOptions(args, [...PARTS.keys()]);
    if (!options.help) return await measure(options);
    process.stdout.write(formatHelp([...PARTS].map(([name, { summary }]) => [name, summary])));
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(
      `bench: ${error.message}\n  \`npm run bench -- --help\` shows what there is.\n`,
    );
    return 2;
  }
}

async function measure({ parts: names, quick, out }: Options): Promise<number> {
  const parts = [...PARTS].filter(([name]) => names.includes(name));
  const missing = findMissing(parts.flatMap(([, { needs }]) => needs));
  if (missing.length > 0) {
    process.stderr.write(missing.map((fix) => `bench: ${fix}\n`).join(""));
    return 1;
  }
  const results = out ?? join(import.meta.dir, quick ? "results/quick" : "results");
  const pace = quick ? QUICK : USUAL;
  const directory = mkdtempSync(join(tmpdir(), "merchant-sandbox-bench-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const [part, { title, measure }] of parts) {
    const say = (text: string) => void process.stderr.write(`${part}: ${text}\n`);
    const { rows, reasons, files = {} } = await measure({ quick, directory, ...pace, say });
    const report = {
      part,
      title,
      environment: readEnvironment(quick, pace.sliceMs),
      rows,
      reasons,
    };
    await writeResults(results, report, files, PARTS.keys());
    process.stdout.write(`\n${formatReport(report)}\n`);
  }
  return 0;
}
