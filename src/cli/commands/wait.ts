// `wait`: polls the health of a sandbox until it is ready or the time is over.
import * as v from "valibot";
import { explainFetch } from "../../conform/explain-fetch.ts";
import { readResponse, TooLargeError } from "../../conform/read-response.ts";
import { printableLine } from "../../shared/printable.ts";
import type { Command } from "../command.ts";
import { addressValue, durationValue, type OptionTable, readOptions } from "../options.ts";
import { CommandError, EXIT, EXIT_BY_SIGNAL, proxyHint, type Terminal } from "../terminal.ts";

const DEFAULT_URL = "http://127.0.0.1:4701/_sandbox";
const DEFAULT_TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;
// Why: the last try needs time for a response too, and a server that hangs may respond to the next try.
const SHORTEST_TRY_MS = 1_000;
const LONGEST_TRY_MS = 5_000;

const OPTIONS = {
  url: {
    value: "CONTROL_URL",
    schema: addressValue,
    help: `the sandbox's control URL (${DEFAULT_URL})`,
  },
  timeout: {
    value: "TIME",
    schema: durationValue,
    help: "how long to ask, 0s for just once (10s)",
  },
} as const satisfies OptionTable;

export const WAIT: Command = {
  options: OPTIONS,
  notes: [
    "The control URL is the hosted address with /_sandbox behind it.",
    "Each flag has an environment variable: --url is MERCHANT_SANDBOX_URL. A flag wins.",
    "Exit code: 0 it is ready, 1 it was not in time, 2 wrong usage.",
  ],
  run: runWait,
};

const HealthSchema = v.object({ status: v.literal("ok") });
const ProblemSchema = v.object({ detail: v.string() });
// Why: the health of a sandbox is a few hundred bytes.
const LIMITS = { mebibytes: 1, values: 1_000, depth: 10 };

/** Runs `wait`. Returns 0 once the sandbox is ready. Throws `UsageError`, and `CommandError` where it is late. */
function runWait(args: readonly string[], terminal: Terminal): Promise<number> {
  const { url = DEFAULT_URL, timeout = DEFAULT_TIMEOUT_MS } = readOptions(
    OPTIONS,
    args,
    terminal.env,
  );
  const stopped = new Promise<number>((resolve) => {
    terminal.onStop((signal) => resolve(EXIT_BY_SIGNAL[signal]));
  });
  return Promise.race([stopped, pollHealth(url.replace(/\/+$/, ""), timeout, terminal)]);
}

async function pollHealth(url: string, timeout: number, { env }: Terminal): Promise<number> {
  const deadline = performance.now() + timeout;
  const left = () => deadline - performance.now();
  for (;;) {
    const timeoutMs = Math.min(Math.max(left(), SHORTEST_TRY_MS), LONGEST_TRY_MS);
    const met = await ask(`${url}/health`, timeoutMs);
    if (met === undefined) return EXIT.ok;
    if (left() <= 0) {
      const time = timeout === 0 ? "" : ` after ${timeout / 1_000} s`;
      throw new CommandError(`no sandbox is ready at ${url}${time}: ${met}\n${hintFor(url, env)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(left(), PAUSE_MS)));
  }
}

/** Asks once. Returns what was met in place of a sandbox that is ready. */
async function ask(url: string, timeoutMs: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(url, { redirect: "manual", signal });
    const { json } = await readResponse(answer, LIMITS);
    if (answer.status === 200) {
      return v.is(HealthSchema, json) ? undefined : "what answers there is no sandbox";
    }
    if (!v.is(ProblemSchema, json)) return `it answers ${answer.status}`;
    return `it answers ${answer.status}: ${printableLine(json.detail)}`;
  } catch (error) {
    if (error instanceof TooLargeError) return `it answers more than ${error.message}`;
    return printableLine(explainFetch(error));
  }
}

function hintFor(url: string, env: Terminal["env"]): string {
  const [control = `${url}/_sandbox`] = /^.*?\/_sandbox(?=\/|$)/.exec(url) ?? [];
  const hint =
    control === url
      ? "  Is it running, and is that its control URL, the hosted address with /_sandbox behind it?"
      : `  The control URL is the hosted address with /_sandbox behind it; did you mean ${control}?`;
  return `${hint}${proxyHint(env)}`;
}
