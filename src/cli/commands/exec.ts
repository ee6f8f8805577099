// `exec`: runs a command with a sandbox of its own, which starts before the command and stops after it.
import * as v from "valibot";
import { type Output, openFile } from "../../runtime/output.ts";
import { type Program, startProgram } from "../../runtime/spawn.ts";
import { printable } from "../../shared/printable.ts";
import type { Command, CommandTable } from "../command.ts";
import { type OptionTable, readOptions } from "../options.ts";
import {
  CommandError,
  EXIT,
  EXIT_BY_SIGNAL,
  type StopSignal,
  shortReason,
  type Terminal,
  UsageError,
} from "../terminal.ts";
import { environmentOf } from "./command-environment.ts";
import { explainSpawn } from "./explain-spawn.ts";
import { formatSeedsNote, formatWarnings } from "./serve/banner.ts";
import { choosePorts, SERVE_OPTIONS, type ServeOptions, VARIABLES_NOTE } from "./serve/options.ts";
import { runSandbox, type Started } from "./serve/run.ts";

// Why: what starts and ends with a command has no next start.
const { state: _state, ...OF_SERVE } = SERVE_OPTIONS;

const OPTIONS = {
  ...OF_SERVE,
  port: { ...SERVE_OPTIONS.port, help: "the API's port (default: 0, any free port)" },
  "hosted-port": {
    ...SERVE_OPTIONS["hosted-port"],
    help: "the port of the hosted address (default: 0)",
  },
  watch: {
    ...SERVE_OPTIONS.watch,
    help: "reload changed seeds, poll without file events (default: --no-watch)",
  },
  log: {
    ...SERVE_OPTIONS.log,
    help: "log requests to stderr as pretty or json (default: off)",
  },
  "log-file": {
    value: "PATH",
    schema: () => v.string(),
    help: "write the request log to this file, which is overwritten",
  },
} as const satisfies OptionTable;

export const EXEC: Command = {
  operands: "-- CMD…",
  options: OPTIONS,
  notes: [
    "CMD finds the sandbox in the variables SANDBOX_BASE_URL, SANDBOX_HOSTED_URL, SANDBOX_CONTROL_URL,",
    "SANDBOX_API_KEY and SANDBOX_MERCHANT_ID, and with --control-token in SANDBOX_CONTROL_TOKEN, too.",
    "Signals are passed on to CMD. When CMD ends, exec stops.",
    "On a terminal, SIGINT and SIGQUIT are not passed on, because the terminal sends them to CMD itself.",
    VARIABLES_NOTE,
    "CMD inherits them, except MERCHANT_SANDBOX_READY_FILE and MERCHANT_SANDBOX_LOG_FILE.",
    "Exit code: that of CMD, or 128+n if signal n ended it; 126 if CMD cannot be run, 127 if it cannot be",
    "found, 125 if exec itself fails, such as for a wrong flag or seeds with errors.",
  ],
  failureCode: EXIT.execFailed,
  run: runExec,
};

// Why: a terminal sends these to every program on it, and a second one makes many programs stop without cleanup.
const SIGNALS_OF_KEYS: readonly StopSignal[] = ["SIGINT", "SIGQUIT"];

/** Runs `exec`. Returns the command's exit code. Throws `UsageError` and `CommandError`. */
async function runExec(
  args: readonly string[],
  terminal: Terminal,
  commands: CommandTable,
): Promise<number> {
  const command = splitArguments(args);
  const given = readOptions(OPTIONS, command.flags, terminal.env);
  const ports = choosePorts(given, { api: 0, hosted: 0 });
  const options = { ...given, ...ports, state: undefined };
  const path = options["log-file"];
  if (path === undefined) return runWith(command, options, terminal, commands);
  const log = await openLogFile(path, terminal);
  try {
    const logged = { ...options, log: options.log ?? "pretty" };
    return await runWith(command, logged, { ...terminal, stderr: log.write }, commands);
  } finally {
    await log.flush();
  }
}

/** Opens the file of the log. Throws `CommandError`. Later errors are reported on stderr. */
async function openLogFile(path: string, { stderr }: Terminal): Promise<Output> {
  let isReported = false;
  const describe = (error: unknown) =>
    `Cannot write the log to ${printable(path)}: ${shortReason(error)}.`;
  const onLoss = (error: unknown) => {
    if (!isReported) stderr(`merchant-sandbox: ${describe(error)}\n`);
    isReported = true;
  };
  return openFile(path, onLoss).catch((error) => {
    throw new CommandError(`${describe(error)}\n  Choose another path with --log-file.`);
  });
}

async function runWith(
  { command, words }: ReturnType<typeof splitArguments>,
  options: ServeOptions,
  terminal: Terminal,
  commands: CommandTable,
): Promise<number> {
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
      const env = environmentOf(terminal.env, {
        ...ready,
        controlToken: options["control-token"],
      });
      // Why: after signals are passed on, because an earlier one would end exec and leave the command running.
      const started = Promise.resolve().then(() => startProgram(command, words, env));
      passSignals(started, terminal);
      return await (await started).ended;
    } catch (error) {
      throw await explainSpawn(error, command);
    }
  };
  // Why: no grace, because nobody waits for the responses to requests that the command left.
  return runSandbox({ options: { ...options, watch }, log, commands, graceMs: 0, use }, terminal);
}

function splitArguments(args: readonly string[]) {
  const end = args.indexOf("--");
  const [command = "", ...words] = end < 0 ? [] : args.slice(end + 1);
  if (command !== "") return { flags: args.slice(0, end), command, words };
  // Why: after a flag, a word may be its value or the command.
  const meant = end < 0 && args[0] && !args[0].startsWith("-") ? args.join(" ") : undefined;
  const hint = meant
    ? ` Did you mean exec -- ${meant}?`
    : " Usage: merchant-sandbox exec [FLAGS] -- CMD";
  throw new UsageError(`Missing command.${hint}`);
}

// Why: the command always ends first. Only SIGKILL ends exec and leaves the command running. On Windows, a signal
// that is not from the keyboard ends the command at once.
function passSignals(started: Promise<Program>, terminal: Terminal): void {
  terminal.onSignal(async (signal) => {
    if (SIGNALS_OF_KEYS.includes(signal) && (await terminal.isAttached())) return;
    const program = await started.catch(() => undefined);
    if (program?.pid !== undefined) terminal.signal(program.pid, signal);
  });
}
