// `check`: validates seeds and all their scenarios.
import * as v from "valibot";
import {
  type Diagnostic,
  isError,
  sortDiagnostics,
} from "../../../seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../../../seeds/load.ts";
import type { Seeds } from "../../../seeds/read/entries.ts";
import { isScenarioFile } from "../../../seeds/read/file-names.ts";
import { systemTime } from "../../../world/clock.ts";
import { defineCommand } from "../../define-command.ts";
import { DEFAULT_SEEDS, findSeeds, SEEDS_OPTION } from "../../seeds-option.ts";
import { EXIT, formatCount, type Terminal, UsageError } from "../../terminal.ts";
import { type FileSet, readFileSet, readFileSets, readScenarioSet } from "./file-sets.ts";
import { DIAGNOSTIC_FORMATS, formatReport } from "./formats.ts";

export const CHECK = defineCommand({
  operands: "[PATH…]",
  options: {
    seeds: { ...SEEDS_OPTION, help: "a seeds directory or file (default: ./sandbox-seeds)" },
    scenario: {
      value: "FILE",
      schema: () => v.string(),
      help: "a scenario file, checked on top of the seeds (default: those of serve)",
    },
    format: {
      value: "FORM",
      schema: () => v.picklist(DIAGNOSTIC_FORMATS, "pretty, json, github or sarif"),
      help: "the report: pretty, json, github or sarif (default: pretty)",
    },
  },
  notes: [
    "Each directory is a set of seeds. All single files together are one set; - reads standard input.",
    "A scenario is checked on top of the seeds beside scenarios/, the other files, or those of serve.",
    "Exit code: 0 no errors (warnings are possible), 1 errors, 2 wrong usage.",
  ],
  async run({ options, flags, operands: paths, terminal }) {
    const { seeds, scenario, format = "pretty" } = options;
    // Why: only the flag conflicts with paths. The environment variable applies to every command.
    const flag = ["seeds", "scenario"].find((name) => flags.includes(name));
    if (paths.length > 0 && flag !== undefined) {
      throw new UsageError(`Use either --${flag} or paths, not both.`);
    }
    if (paths.includes("")) throw new UsageError("A path cannot be empty.");
    // Why: the variable of serve may hold the name of a scenario, and all scenarios of the seeds are checked.
    const file = flags.includes("scenario") || isScenarioFile(scenario) ? scenario : undefined;
    const checked = (await readSets(paths, seeds, file, terminal)).map(checkSet);
    const diagnostics = sortDiagnostics(checked.flatMap((result) => result.diagnostics));
    const fine = checked.flatMap((result) => result.fine ?? []);
    terminal.stdout(`${formatReport(format, diagnostics, fine)}\n`);
    return diagnostics.some(isError) ? EXIT.failed : EXIT.ok;
  },
});

async function readSets(
  paths: readonly string[],
  seeds: string | undefined,
  scenario: string | undefined,
  { stdin }: Terminal,
): Promise<FileSet[]> {
  if (paths.length > 0) return readFileSets(paths, () => readAll(stdin()), seeds);
  if (scenario === undefined) return [await readFileSet(await requireSeeds(seeds))];
  return [await readScenarioSet(scenario, await findSeeds(seeds))];
}

async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const read: BlobPart[] = [];
  for await (const chunk of chunks) read.push(new Uint8Array(chunk));
  return new Uint8Array(await new Blob(read).arrayBuffer());
}

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** The content of a set without mistakes. */
  readonly fine?: string;
}

/** Finds the seeds that `serve` would serve, except the embedded ones. Throws `UsageError` if there are none. */
async function requireSeeds(named: string | undefined): Promise<string> {
  const path = await findSeeds(named);
  if (path !== undefined) return path;
  const hint = "Name a directory or files, or run merchant-sandbox init.";
  throw new UsageError(`Nothing to check: there is no ./${DEFAULT_SEEDS} here. ${hint}`);
}

function checkSet({ name, ...read }: FileSet): Checked {
  const { seeds, diagnostics } = loadSeeds({ ...read, now: systemTime() });
  return seeds && diagnostics.length === 0 ? fineSet(name, seeds) : { diagnostics };
}

function fineSet(name: string, { base, scenarios }: Seeds): Checked {
  const countAll = (entries: readonly { seed: { repeat?: { times: number } } }[]) =>
    entries.reduce((count, { seed }) => count + (seed.repeat?.times ?? 1), 0);
  const orders = countAll(base.orders);
  const counts = [
    formatCount(base.merchants.length, "merchants"),
    formatCount(countAll(base.keys), "keys"),
    formatCount(countAll(base.products), "products"),
    formatCount(orders, "orders"),
    formatCount(scenarios.length, "scenarios"),
  ];
  return { diagnostics: [], fine: `${name}: ${counts.join(", ")}: no mistakes` };
}
