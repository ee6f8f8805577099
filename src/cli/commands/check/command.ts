// `check`: validates seeds and all their scenarios.
import * as v from "valibot";
import {
  type Diagnostic,
  isError,
  sortDiagnostics,
} from "../../../seeds/diagnostics/diagnostic.ts";
import { loadSeeds } from "../../../seeds/load.ts";
import type { Seeds } from "../../../seeds/read/entries.ts";
import { systemTime } from "../../../world/clock.ts";
import type { Command } from "../../command.ts";
import { type OptionTable, readArguments } from "../../options.ts";
import { DEFAULT_SEEDS, findSeeds, SEEDS_OPTION } from "../../seeds-option.ts";
import { EXIT, formatCount, type Terminal, UsageError } from "../../terminal.ts";
import { type FileSet, readFileSet, readFileSets } from "./file-sets.ts";
import { DIAGNOSTIC_FORMATS, formatReport } from "./formats.ts";

const OPTIONS = {
  seeds: { ...SEEDS_OPTION, help: "a seeds directory or file (default: ./sandbox-seeds)" },
  format: {
    value: "FORM",
    schema: () => v.picklist(DIAGNOSTIC_FORMATS, "pretty, json, github or sarif"),
    help: "the report: pretty, json, github or sarif (default: pretty)",
  },
} as const satisfies OptionTable;

export const CHECK: Command = {
  operands: "[PATH…]",
  options: OPTIONS,
  notes: [
    "Each directory is a set of seeds. All single files together are one set; - reads standard input.",
    "A file in scenarios/ is checked together with the seeds that it applies to.",
    "Exit code: 0 no errors (warnings are possible), 1 errors, 2 wrong usage.",
  ],
  run: runCheck,
};

/** Runs `check`. Returns 0 where no seeds have an error, else 1. Throws `UsageError`. */
async function runCheck(args: readonly string[], terminal: Terminal): Promise<number> {
  const { paths, seeds, format = "pretty" } = readCheckArguments(args, terminal.env);
  const checked =
    paths.length > 0
      ? await Promise.all((await readFileSets(paths, terminal.stdin)).map(checkSet))
      : [await checkSet(await readFileSet(await requireSeeds(seeds)))];
  const diagnostics = sortDiagnostics(checked.flatMap((result) => result.diagnostics));
  const fine = checked.flatMap((result) => result.fine ?? []);
  terminal.stdout(`${formatReport(format, diagnostics, fine)}\n`);
  return diagnostics.some(isError) ? EXIT.failed : EXIT.ok;
}

function readCheckArguments(args: readonly string[], env: Terminal["env"]) {
  const { options, operands: paths } = readArguments(OPTIONS, args, env);
  // Why: only the flag conflicts with paths. The environment variable applies to every command.
  const { seeds } = readArguments(OPTIONS, args, {}).options;
  if (paths.length > 0 && seeds !== undefined) {
    throw new UsageError("Use either --seeds or paths, not both.");
  }
  if (paths.includes("")) throw new UsageError("A path cannot be empty.");
  return { paths, ...options };
}

interface Checked {
  readonly diagnostics: readonly Diagnostic[];
  /** What a set holds that has no mistakes. */
  readonly fine?: string;
}

/** Finds the seeds that `serve` would serve, except the embedded ones. Throws `UsageError` where there are none. */
async function requireSeeds(named: string | undefined): Promise<string> {
  const path = await findSeeds(named);
  if (path !== undefined) return path;
  const hint = "Name a directory or files, or run merchant-sandbox init.";
  throw new UsageError(`Nothing to check: there is no ./${DEFAULT_SEEDS} here. ${hint}`);
}

async function checkSet({ name, ...read }: FileSet): Promise<Checked> {
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
