// Runs a sandbox while a command uses it: what `serve` and `exec` have in common, and the errors of a start.
import { ListenError } from "../../../runtime/listen.ts";
import { StateError } from "../../../runtime/state-error.ts";
import { InvalidSeedsError } from "../../../seeds/diagnostics/invalid-seeds-error.ts";
import { type RunningSandbox, type StartOptions, startSandbox } from "../../../start.ts";
import { VERSION } from "../../../version.ts";
import { systemTime } from "../../../world/clock.ts";
import type { RequestRecord } from "../../../world/journal/record.ts";
import { WorldError } from "../../../world/world-error.ts";
import { type CommandTable, listCommands } from "../../command.ts";
import { findSeeds } from "../../seeds-option.ts";
import { CommandError, type Terminal, UsageError } from "../../terminal.ts";
import { addressesAndKeyOf } from "../command-environment.ts";
import type { Ready } from "./banner.ts";
import { type ServeOptions, startOptionsOf } from "./options.ts";
import { formatReload } from "./reload-log.ts";
import { createRequestLog, type LogForm } from "./request-log.ts";

/** A running sandbox. */
export interface Started {
  readonly running: RunningSandbox;
  readonly ready: Ready;
  /** Where its seeds were read; undefined means the embedded ones. */
  readonly seeds: string | undefined;
}

interface SandboxRun {
  readonly options: ServeOptions;
  /** The form of the request log and of messages about reloads. */
  readonly log: LogForm;
  /** The commands that `/llms.txt` lists. */
  readonly commands: CommandTable;
  /** How long requests in flight may take when it stops, in milliseconds. Default: 5,000. */
  readonly graceMs?: number;
  /** Stops it. If it is given, callers of the control API may. */
  readonly stop?: () => void;
  /** Uses it. Returns the exit code. */
  use(started: Started): Promise<number>;
}

/** Starts a sandbox, uses it, and stops it. Returns the exit code. Throws `CommandError`. */
export async function runSandbox(run: SandboxRun, terminal: Terminal): Promise<number> {
  const { options, log, commands, graceMs, stop, use } = run;
  const readyFile = await openFile(options["ready-file"], terminal);
  const seeds = await findSeeds(options.seeds);
  let running: RunningSandbox | undefined;
  const linkTo = ({ world: name, id }: RequestRecord) => {
    const { worlds, addressesOf } = running?.sandbox ?? {};
    const world = worlds?.find(name);
    // Why: only what is in the journal has a page.
    if (world?.journal.find(id) === undefined) return undefined;
    return `${addressesOf?.(world).hostedUrl}/dashboard/requests/${id}`;
  };
  const wanted: StartOptions = {
    seeds,
    ...startOptionsOf(options, systemTime()),
    onReload: (reload) => terminal.stderr(formatReload(reload, log)),
    onRequest: createRequestLog(log, terminal.stderr, linkTo),
  };
  const started = await startSandbox(wanted, {
    ownsProcess: true,
    commands: listCommands(commands),
    stop,
  }).catch((error) => {
    throw explainStart(error, options);
  });
  running = started;
  try {
    const ready = readyOf(started, terminal);
    await readyFile?.write(formatReady(ready));
    return await use({ running: started, ready, seeds });
  } finally {
    // Why: before the listeners, so that a second signal, which ends the process at once, leaves no file behind.
    await Promise.resolve(readyFile?.remove()).finally(() => started.close(graceMs));
  }
}

/** Formats the content of the ready file. */
export function formatReady(ready: Ready): string {
  return `${JSON.stringify(ready)}\n`;
}

async function openFile(path: string | undefined, terminal: Terminal) {
  if (path === undefined) return undefined;
  return (await import("./ready-file.ts")).openReadyFile(path, terminal);
}

function readyOf(running: RunningSandbox, { pid }: Terminal): Ready {
  const startupMs = Math.round(performance.now());
  return { event: "ready", version: VERSION, ...addressesAndKeyOf(running), pid, startupMs };
}

/** Puts what `startSandbox` throws in the words of the command line; anything else stays as it is. */
export function explainStart(error: unknown, options: Pick<ServeOptions, "hosted-port">): unknown {
  if (error instanceof InvalidSeedsError) {
    return new CommandError(`Cannot serve the seeds.\n\n${error.message}`);
  }
  if (error instanceof WorldError) {
    return new CommandError(`Cannot apply --scenario: ${error.message}`);
  }
  if (error instanceof StateError) {
    return error.inUse ? new CommandError(error.message) : new UsageError(error.message);
  }
  return error instanceof ListenError ? new CommandError(explainListen(error, options)) : error;
}

function explainListen(
  { code, hostname, port }: ListenError,
  options: Pick<ServeOptions, "hosted-port">,
): string {
  // Why: the two ports are never the same, except 0, which is never taken.
  const flag = port === options["hosted-port"] ? "--hosted-port" : "--port";
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} of ${hostname} is already in use.\n  Stop the program that uses it, or choose another port with ${flag} (0 for any free port).`;
    case "EACCES":
      return `Permission denied for port ${port} of ${hostname}.\n  Choose a port above 1023 with ${flag}.`;
    case "EADDRNOTAVAIL":
      return `Cannot listen on ${hostname}: this machine has no such address.\n  Choose another address with --host.`;
  }
}
