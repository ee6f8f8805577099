// Runs a sandbox for as long as a command makes use of it: what `serve` and `exec` have in common.
import { type RunningSandbox, startSandbox } from "../start.ts";
import { VERSION } from "../version.ts";
import { systemTime } from "../world/clock.ts";
import type { Ready } from "./banner.ts";
import { findSeeds } from "./default-seeds.ts";
import { explainStart } from "./explain-start.ts";
import { formatReload } from "./format-reload.ts";
import { removeReadyFile, writeReadyFile } from "./ready-file.ts";
import { createRequestLog, type LogForm } from "./request-log.ts";
import { overridesOf, type ServeOptions } from "./serve-options.ts";
import type { Terminal } from "./terminal.ts";

/** A sandbox that answers. */
export interface Started {
  readonly running: RunningSandbox;
  readonly ready: Ready;
  /** Where its seeds were read; undefined means the embedded ones. */
  readonly seeds: string | undefined;
}

interface SandboxRun {
  readonly options: ServeOptions;
  /** The form of the request log, and of what is said of reloads. */
  readonly log: LogForm;
  /** How long requests in flight may take in the end, in milliseconds. Default: 5 000. */
  readonly graceMs?: number;
  /** Makes use of it. Returns the exit code once that is over. */
  use(started: Started): Promise<number>;
}

/** Starts a sandbox, has it used, and stops it. Returns the exit code. Throws `CommandError`. */
export async function runSandbox(run: SandboxRun, terminal: Terminal): Promise<number> {
  const { options, log, graceMs, use } = run;
  const readyFile = options["ready-file"];
  const seeds = await findSeeds(options.seeds);
  // Why: one left behind by a killed run would tell of a server that is not there.
  await removeReadyFile(readyFile, terminal);
  const running = await startSandbox({
    seeds,
    scenario: options.scenario,
    watch: options.watch ?? true,
    onReload: (reload) => terminal.stderr(formatReload(reload, log)),
    host: options.host,
    port: options.port,
    hostedPort: options["hosted-port"],
    baseUrl: options["base-url"],
    hostedUrl: options["hosted-url"],
    controlToken: options["control-token"],
    maxWorlds: options["max-worlds"],
    overrides: overridesOf(options, systemTime()),
    onRequest: createRequestLog(log, terminal.stderr),
  }).catch((error) => {
    throw explainStart(error, options);
  });
  try {
    const ready = readyOf(running, terminal);
    await writeReadyFile(readyFile, formatReady(ready));
    return await use({ running, ready, seeds });
  } finally {
    // Why: before the listeners, so that a second signal, which ends at once, leaves none behind.
    await removeReadyFile(readyFile, terminal).finally(() => running.close(graceMs));
  }
}

/** Formats the content of the ready file. */
export function formatReady(ready: Ready): string {
  return `${JSON.stringify(ready)}\n`;
}

function readyOf(running: RunningSandbox, { pid }: Terminal): Ready {
  const { baseUrl, hostedUrl, controlUrl, apiKey, merchantId } = running;
  return {
    event: "ready",
    version: VERSION,
    baseUrl,
    hostedUrl,
    controlUrl,
    apiKey,
    merchantId,
    pid,
    startupMs: Math.round(performance.now()),
  };
}
