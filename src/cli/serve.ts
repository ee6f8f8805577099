// `serve`: runs a sandbox until it is told to stop.
import { kindOf, removeFile, writeWhole } from "../runtime/files.ts";
import { ListenError } from "../runtime/listen.ts";
import { InvalidSeedsError } from "../sandbox.ts";
import { type RunningSandbox, startSandbox } from "../start.ts";
import { VERSION } from "../version.ts";
import { systemTime } from "../world/clock.ts";
import { formatBanner, type Ready } from "./banner.ts";
import { readOptions } from "./options.ts";
import { createRequestLog } from "./request-log.ts";
import { overridesOf, SERVE_OPTIONS, type ServeOptions } from "./serve-options.ts";
import { EXIT, type Terminal } from "./terminal.ts";

const DEFAULT_SEEDS = "./sandbox-seeds";
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|::1)$/;

/** Runs `serve`. Returns 0 once stopped, 1 where the sandbox can't start. Throws `UsageError`. */
export async function runServe(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(SERVE_OPTIONS, args, terminal.env);
  const form = options.log ?? (terminal.interactive ? "pretty" : "json");
  const readyFile = options["ready-file"];
  const seeds = options.seeds ?? ((await kindOf(DEFAULT_SEEDS)) && DEFAULT_SEEDS);
  const stopped = new Promise<void>((resolve) => terminal.onStop(resolve));

  try {
    // Why: one left behind by a killed run would tell of a server that is not there.
    if (readyFile !== undefined) await removeFile(readyFile);
    const running = await startSandbox({
      seeds,
      host: options.host,
      port: options.port ?? 4700,
      hostedPort: options["hosted-port"] ?? 4701,
      baseUrl: options["base-url"],
      hostedUrl: options["hosted-url"],
      overrides: overridesOf(options, systemTime()),
      onRequest: createRequestLog(form, terminal.stderr),
    });
    try {
      const ready = readyOf(running, terminal);
      warnOfHost(options, terminal);
      if (form === "pretty")
        terminal.stderr(`${formatBanner(running, ready, seeds ?? "embedded")}\n`);
      else terminal.stdout(`${JSON.stringify(ready)}\n`);
      if (readyFile !== undefined) await writeWhole(readyFile, `${JSON.stringify(ready)}\n`);
      await stopped;
    } finally {
      await running.close();
      if (readyFile !== undefined) await removeFile(readyFile);
    }
    return EXIT.ok;
  } catch (error) {
    terminal.stderr(`merchant-sandbox: ${explain(error)}\n`);
    return EXIT.failed;
  }
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

function warnOfHost({ host = "127.0.0.1" }: ServeOptions, { stderr }: Terminal): void {
  if (LOOPBACK.test(host)) return;
  stderr(`merchant-sandbox: warning: ${host} can be reached from other machines\n`);
}

function explain(error: unknown): string {
  if (error instanceof InvalidSeedsError) return `the seeds can't be served\n\n${error.message}`;
  if (error instanceof ListenError) return explainListen(error);
  if (error instanceof Error) return error.message;
  return String(error);
}

function explainListen({ code, hostname, port }: ListenError): string {
  if (code === "EADDRINUSE") {
    return (
      `port ${port} of ${hostname} is taken\n` +
      "  Stop what listens there, or choose another port with --port or --hosted-port (0 takes a free one)."
    );
  }
  if (code === "EACCES")
    return `port ${port} of ${hostname} is not allowed to you; choose one above 1023`;
  return `can't listen on ${hostname}, port ${port} (${code}); choose another address with --host`;
}
