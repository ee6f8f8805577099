// Runs a sandbox for as long as a command makes use of it: what `serve` and `exec` have in common.
import type { RunningSandbox, StartOptions } from "../../../start.ts";
import { VERSION } from "../../../version.ts";
import { systemTime } from "../../../world/clock.ts";
import { findSeeds } from "../../default-seeds.ts";
import type { Terminal } from "../../terminal.ts";
import type { Ready } from "./banner.ts";
import { overridesOf, type ServeOptions } from "./options.ts";
import { createRequestLog, type LogForm } from "./request-log.ts";

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
  const readyFile = await openFile(options["ready-file"], terminal);
  const [seeds, { startSandbox }] = await Promise.all([
    findSeeds(options.seeds),
    import("../../../start.ts"),
  ]);
  const wanted: StartOptions = {
    seeds,
    scenario: options.scenario,
    watch: options.watch ?? true,
    onReload: (reload) => {
      import("./reload-log.ts").then(
        ({ formatReload }) => terminal.stderr(formatReload(reload, log)),
        (error) => terminal.stderr(`merchant-sandbox: can't tell of a reload (${error})\n`),
      );
    },
    host: options.host,
    port: options.port,
    hostedPort: options["hosted-port"],
    baseUrl: options["base-url"],
    hostedUrl: options["hosted-url"],
    controlToken: options["control-token"],
    maxWorlds: options["max-worlds"],
    overrides: overridesOf(options, systemTime()),
    onRequest: createRequestLog(log, terminal.stderr),
  };
  const running = await startSandbox(wanted, { ownsProcess: true }).catch(async (error) => {
    const { explainStart } = await import("./start-errors.ts");
    throw explainStart(error, options);
  });
  try {
    const ready = readyOf(running, terminal);
    await readyFile?.write(formatReady(ready));
    return await use({ running, ready, seeds });
  } finally {
    // Why: before the listeners, so that a second signal, which ends at once, leaves none behind.
    await Promise.resolve(readyFile?.remove()).finally(() => running.close(graceMs));
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
  const { controlUrl, sandbox } = running;
  const world = sandbox.worlds.default;
  const key = world.advertisedKey();
  return {
    event: "ready",
    version: VERSION,
    ...sandbox.addressesOf(world),
    controlUrl,
    apiKey: key?.key ?? "",
    merchantId: key?.merchant.id ?? "",
    pid,
    startupMs: Math.round(performance.now()),
  };
}
