// `vary`: runs a command in worlds that respond differently from the default, as the API's specification allows, and
// reports what the command relies on.
import * as v from "valibot";
import { makeDirectory, writeWhole } from "../../../runtime/files.ts";
import { countCores } from "../../../runtime/spawn.ts";
import { join } from "../../../seeds/read/file-names.ts";
import { parseDuration } from "../../../shared/times.ts";
import { baseOf } from "../../../vary/dimension.ts";
import { type GroupedDimension, selectDimensions } from "../../../vary/dimensions.ts";
import { nameVariation } from "../../../vary/variation.ts";
import { type Failure, runVariations, type Varied } from "../../../vary/vary.ts";
import type { Command } from "../../command.ts";
import { type OptionTable, type OptionValues, readOptions } from "../../options.ts";
import { findSeeds, SEEDS_OPTION } from "../../seeds-option.ts";
import {
  CommandError,
  createProgress,
  EXIT,
  EXIT_BY_SIGNAL,
  type StopSignal,
  shortReason,
  type Terminal,
  UsageError,
} from "../../terminal.ts";
import { explainSpawn } from "../explain-spawn.ts";
import { explainStart } from "../serve/run.ts";
import { formatDimensions, REPORTS } from "./report.ts";
import { createRunner, type RunSandbox, startRunSandbox } from "./run-command.ts";
import { formatScenario } from "./scenario-file.ts";

const COUNT = "a whole number, 1 or more";
const count = () => v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, COUNT), v.transform(Number));
const SEED = "a whole number up to 2147483647";
const seed = () =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,10}$/, SEED),
    v.transform(Number),
    v.maxValue(2 ** 31 - 1, SEED),
  );
const LENGTH = "a length of time like 30s";
const duration = () =>
  v.pipe(
    v.string(),
    v.transform((text) => parseDuration(text) ?? 0),
    v.minValue(1, LENGTH),
  );
const names = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(",").filter((name) => name !== "")),
  );
const text = () => v.string();

const OPTIONS = {
  seeds: SEEDS_OPTION,
  runs: { value: "N", schema: count, help: "how many variations to run (100)" },
  seed: { value: "N", schema: seed, help: "run the same variations again (random)" },
  only: {
    value: "NAMES",
    schema: names,
    repeatable: true,
    help: "only these dimensions or groups, with commas: lists,errors (all)",
  },
  without: { value: "NAMES", schema: names, repeatable: true, help: "all except these" },
  jobs: {
    value: "N",
    schema: count,
    help: "how many to run at the same time (the number of cores)",
  },
  timeout: { value: "TIME", schema: duration, help: "how long a run may take (60s)" },
  fast: { help: "shorten delays to a hundredth" },
  bail: { help: "stop at the first failure" },
  out: {
    value: "DIR",
    schema: text,
    help: "where scenario files of failures are written (./variations)",
  },
  format: {
    value: "FORM",
    schema: () => v.picklist(["pretty", "json", "junit", "tap"], "pretty, json, junit or tap"),
    help: "the report: pretty, json, junit or tap (pretty)",
  },
  list: { help: "list the dimensions, and run nothing" },
} as const satisfies OptionTable;

export const VARY: Command = {
  operands: "-- CMD…",
  options: OPTIONS,
  notes: [
    "Runs CMD once in an ordinary world, then many times in worlds that respond differently from the",
    "default, but still as the API's specification allows. CMD finds its world in the variables that",
    "exec sets. If CMD fails, vary removes differences until only those that cause the failure remain,",
    "and writes these as a scenario file.",
    "Worlds that CMD makes itself are varied too, except those of a scenario.",
    "Exit code: 0 every run passed, 1 a variation failed, 2 wrong usage, 3 CMD fails without any",
    "variation, 126 or 127 where CMD cannot be run or found.",
  ],
  run: runVary,
};

const EXIT_WITHOUT_VARIATION = 3;
const RUNS = 100;
const TIMEOUT_MS = 60_000;
/** How much shorter delays are with `--fast`. */
const FAST = 0.01;

/** Runs `vary`. Returns its exit code. Throws `UsageError` and `CommandError`. */
async function runVary(args: readonly string[], terminal: Terminal): Promise<number> {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  const options = readOptions(OPTIONS, flags, terminal.env);
  const dimensions = chooseDimensions(options);
  if (options.list) {
    terminal.stdout(formatDimensions(dimensions));
    return EXIT.ok;
  }
  const command = end < 0 ? [] : args.slice(end + 1);
  if (command.length === 0) {
    throw new UsageError("Missing command. Usage: merchant-sandbox vary [FLAGS] -- COMMAND");
  }
  const seeds = await findSeeds(options.seeds);
  const jobs = Math.min(options.jobs ?? (await countCores()), options.runs ?? RUNS);
  const explain = (error: unknown) => {
    throw explainStart(error, { "hosted-port": 0 });
  };
  const sandboxes: RunSandbox[] = [];
  try {
    while (sandboxes.length < jobs) sandboxes.push(await startRunSandbox(seeds).catch(explain));
    return await varyCommand({ sandboxes, command, flags, options, dimensions, seeds }, terminal);
  } finally {
    await Promise.all(sandboxes.map(({ running }) => running.close(0)));
  }
}

interface VaryRun {
  /** One for each run at the same time, so that worlds which the command makes are those of its run. */
  readonly sandboxes: readonly RunSandbox[];
  readonly command: readonly string[];
  readonly flags: readonly string[];
  readonly options: OptionValues<typeof OPTIONS>;
  readonly dimensions: readonly GroupedDimension[];
  readonly seeds: string | undefined;
}

/** Runs the command in an ordinary world, then in variations. Returns the exit code. */
async function varyCommand(
  { sandboxes, command, flags, options, dimensions, seeds }: VaryRun,
  terminal: Terminal,
): Promise<number> {
  const aborted = new AbortController();
  let stopped: StopSignal | undefined;
  terminal.onStop((signal) => {
    stopped = signal;
    aborted.abort();
  });
  const world = sandboxes[0]?.running.sandbox.worlds.default;
  const key = world?.advertisedKey();
  if (world === undefined || key === undefined)
    throw new CommandError("The seeds have no key. Add one to `keys`.");
  const [program = "", ...words] = command;
  const timeoutMs = options.timeout ?? TIMEOUT_MS;
  const run = createRunner(sandboxes, {
    command: program,
    args: words,
    env: terminal.env,
    timeoutMs,
    signal: aborted.signal,
  });

  const plain = await run([]).catch(async (error) => {
    throw await explainSpawn(error, program);
  });
  if (stopped) return EXIT_BY_SIGNAL[stopped];
  if (!plain?.passed) {
    terminal.stdout(plain?.output ?? "");
    terminal.stderr("merchant-sandbox: The command fails without any variation. Fix that first.\n");
    return EXIT_WITHOUT_VARIATION;
  }
  const { runs = RUNS, seed, bail, out = "variations", format = "pretty" } = options;
  const progress = await createProgress(terminal);
  const varied = await runVariations({
    dimensions,
    base: baseOf(world.state, key),
    run,
    runs,
    seed,
    jobs: sandboxes.length,
    bail,
    signal: aborted.signal,
    onRun: (done) => progress.show(`${done} runs of ${runs} variations`),
  });
  progress.clear();
  const written = await writeScenarios(varied, out).catch((error: unknown) => ({ error }));
  const files = "error" in written ? new Map<Failure, string>() : written;
  terminal.stdout(REPORTS[format]({ ...varied, dimensions, files, command, flags, seeds }));
  // Why: after the report, because what many runs have found is not lost with its files.
  if ("error" in written) throw written.error;
  if (stopped) return EXIT_BY_SIGNAL[stopped];
  return varied.failures.length > 0 ? EXIT.failed : EXIT.ok;
}

function chooseDimensions({ only, without, fast }: OptionValues<typeof OPTIONS>) {
  try {
    return selectDimensions({ only, without, delayScale: fast ? FAST : 1 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`${error.message}; --list shows them all`);
  }
}

/** Writes a scenario file for each failure. Throws `CommandError`. */
async function writeScenarios(
  { failures, seed }: Varied,
  directory: string,
): Promise<ReadonlyMap<Failure, string>> {
  const files = new Map<Failure, string>();
  if (failures.length === 0) return files;
  try {
    await makeDirectory(directory);
    for (const failure of failures) {
      const path = join(directory, `${nameVariation(failure.variation)}.yaml`);
      await writeWhole(path, await formatScenario(failure, seed));
      files.set(failure, /^[./]/.test(path) ? path : `./${path}`);
    }
  } catch (error) {
    throw new CommandError(`Cannot write to ${directory}: ${shortReason(error)}. Use --out DIR.`);
  }
  return files;
}
