// `exec`: runs a command with a sandbox of its own, which starts before the command and stops after it.
import { type Program, startProgram } from "../../runtime/spawn.ts";
import type { Command } from "../command.ts";
import { EXIT_BY_SIGNAL, type StopSignal, type Terminal, UsageError } from "../terminal.ts";
import { explainSpawn } from "./explain-spawn.ts";
import { formatSeedsNote, formatWarnings, type Ready } from "./serve/banner.ts";
import { readServeOptions, SERVE_OPTIONS, VARIABLES_NOTE } from "./serve/options.ts";
import { runSandbox, type Started } from "./serve/run.ts";

const OPTIONS = {
  ...SERVE_OPTIONS,
  port: { ...SERVE_OPTIONS.port, help: "the API's port (0, which takes any free one)" },
  "hosted-port": { ...SERVE_OPTIONS["hosted-port"], help: "the hosted address' port (0)" },
  watch: {
    ...SERVE_OPTIONS.watch,
    help: "serve changes of the seeds; poll where a volume tells of no change (off)",
  },
  log: {
    ...SERVE_OPTIONS.log,
    help: "the requests on stderr, among what CMD writes: pretty, json or off (off)",
  },
};

export const EXEC: Command = {
  operands: "-- CMD…",
  options: OPTIONS,
  notes: [
    "CMD finds the sandbox in SANDBOX_BASE_URL, SANDBOX_HOSTED_URL, SANDBOX_CONTROL_URL, SANDBOX_API_KEY",
    "and SANDBOX_MERCHANT_ID. It gets the signals, too, and the sandbox stops when it has ended.",
    "On a terminal, kill -INT and -QUIT of exec alone do nothing: their keys reach CMD by themselves.",
    VARIABLES_NOTE,
    "CMD gets them, too, but for MERCHANT_SANDBOX_READY_FILE, as one file is of one sandbox.",
    "Exit code: that of CMD, 128+n where signal n ended it, 126 or 127 where it can't be run or found,",
    "1 the sandbox could not start, 2 wrong usage.",
  ],
  run: runExec,
};

// Why: a terminal sends these to every program on it, and to many a second one means to drop everything.
const SIGNALS_OF_KEYS: readonly StopSignal[] = ["SIGINT", "SIGQUIT"];

/** Runs `exec`. Returns the command's exit code. Throws `UsageError` and `CommandError`. */
async function runExec(args: readonly string[], terminal: Terminal): Promise<number> {
  const { flags, command, words } = splitArguments(args);
  const options = readServeOptions(flags, terminal.env, { api: 0, hosted: 0 });
  const { log = "off", watch = false } = options;
  let stopped: StopSignal | undefined;
  terminal.onStop((signal) => {
    stopped = signal;
  });

  const use = async ({ running, ready, seeds }: Started) => {
    if (stopped) return EXIT_BY_SIGNAL[stopped];
    if (options.log !== "off") terminal.stderr(formatSeedsNote(seeds, log));
    const warnings = log === "off" ? [] : running.sandbox.warnings;
    terminal.stderr(formatWarnings(warnings, options, log));
    try {
      // Why: the file is this sandbox's, and one that the command starts would want it for its own.
      const { MERCHANT_SANDBOX_READY_FILE: _, ...inherited } = terminal.env;
      const env = { ...inherited, ...variablesOf(ready) };
      // Why: once signals are passed on, for one that came before would end us and leave the command running.
      const started = Promise.resolve().then(() => startProgram(command, words, env));
      passSignals(started, terminal);
      return await (await started).ended;
    } catch (error) {
      throw await explainSpawn(error, command);
    }
  };
  // Why: no grace, for nobody awaits the answers to what the command has left in flight.
  return runSandbox({ options: { ...options, watch }, log, graceMs: 0, use }, terminal);
}

function splitArguments(args: readonly string[]) {
  const end = args.indexOf("--");
  const [command = "", ...words] = end < 0 ? [] : args.slice(end + 1);
  if (command !== "") return { flags: args.slice(0, end), command, words };
  // Why: behind a flag, whether a word is its value or the command is anybody's guess.
  const meant = end < 0 && args[0] && !args[0].startsWith("-") ? args.join(" ") : undefined;
  const hint = meant ? `; did you mean exec -- ${meant}?` : ", as in exec -- npm test";
  throw new UsageError(`exec needs a command behind --${hint}`);
}

function variablesOf({ baseUrl, hostedUrl, controlUrl, apiKey, merchantId }: Ready) {
  return {
    SANDBOX_BASE_URL: baseUrl,
    SANDBOX_HOSTED_URL: hostedUrl,
    SANDBOX_CONTROL_URL: controlUrl,
    SANDBOX_API_KEY: apiKey,
    SANDBOX_MERCHANT_ID: merchantId,
  };
}

// Why: the command ends first, always. Only SIGKILL ends us without it, and leaves it running: nothing can
// be done about that from here. On Windows a signal other than a key's ends it at once.
function passSignals(started: Promise<Program>, terminal: Terminal): void {
  terminal.onSignal(async (signal) => {
    if (SIGNALS_OF_KEYS.includes(signal) && (await terminal.isAttached())) return;
    const program = await started.catch(() => undefined);
    if (program?.pid !== undefined) terminal.signal(program.pid, signal);
  });
}
