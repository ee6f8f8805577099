// `serve`: runs a sandbox until it is told to stop.
import { type RunningSandbox, startSandbox } from "../start.ts";
import { VERSION } from "../version.ts";
import { systemTime } from "../world/clock.ts";
import { formatBanner, formatWarnings, type Ready } from "./banner.ts";
import type { Command } from "./command.ts";
import { findSeeds } from "./default-seeds.ts";
import { explainStart } from "./explain-start.ts";
import { formatReload } from "./format-reload.ts";
import { removeReadyFile, writeReadyFile } from "./ready-file.ts";
import { createRequestLog } from "./request-log.ts";
import { overridesOf, readServeOptions, SERVE_OPTIONS } from "./serve-options.ts";
import { EXIT, type Terminal } from "./terminal.ts";

export const SERVE: Command = {
  name: "serve",
  summary: "Run a sandbox until it is told to stop",
  options: SERVE_OPTIONS,
  notes: [
    "Each flag has an environment variable: --hosted-port is MERCHANT_SANDBOX_HOSTED_PORT. A flag wins.",
    "Exit code: 0 stopped, 1 the sandbox could not start, 2 wrong usage.",
  ],
  run: runServe,
};

/** Runs `serve`. Returns 0 once stopped. Throws `UsageError`, and `CommandError` where it can't start. */
async function runServe(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readServeOptions(args, terminal.env);
  const form = options.log ?? (terminal.interactive ? "pretty" : "json");
  const readyFile = options["ready-file"];
  const seeds = await findSeeds(options.seeds);
  let stopping = false;
  const stopped = new Promise<void>((resolve) => {
    terminal.onStop(() => {
      stopping = true;
      resolve();
    });
  });

  // Why: one left behind by a killed run would tell of a server that is not there.
  await removeReadyFile(readyFile, terminal);
  const running = await startSandbox({
    seeds,
    scenario: options.scenario,
    watch: options.watch ?? true,
    onReload: (reload) => terminal.stderr(formatReload(reload, form)),
    host: options.host,
    port: options.port,
    hostedPort: options["hosted-port"],
    baseUrl: options["base-url"],
    hostedUrl: options["hosted-url"],
    overrides: overridesOf(options, systemTime()),
    onRequest: createRequestLog(form, terminal.stderr),
  }).catch((error) => {
    throw explainStart(error, options);
  });
  try {
    if (stopping) return EXIT.ok;
    const ready = readyOf(running, terminal);
    const line = `${JSON.stringify(ready)}\n`;
    await writeReadyFile(readyFile, line);
    terminal.stderr(formatWarnings(running.sandbox.warnings, options.host, form));
    if (form === "pretty")
      terminal.stderr(formatBanner(running, ready, nameSeeds(seeds, options.scenario)));
    else terminal.stdout(line);
    await stopped;
  } finally {
    // Why: before the listeners, so that a second signal, which ends at once, leaves none behind.
    await removeReadyFile(readyFile, terminal).finally(() => running.close());
  }
  return EXIT.ok;
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

function nameSeeds(seeds = "embedded", scenario?: string): string {
  return scenario === undefined ? seeds : `${seeds} with ${scenario}`;
}
