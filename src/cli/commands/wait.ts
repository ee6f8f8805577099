// `wait`: polls a sandbox until it is ready, the timeout ends, or another server responds.
import * as v from "valibot";
import { explainFetch } from "../../conform/explain-fetch.ts";
import { readResponse, TooLargeError } from "../../conform/read-response.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { createFetch } from "../../runtime/fetch.ts";
import { printableLine } from "../../shared/printable.ts";
import { defineCommand } from "../define-command.ts";
import { addressValue, durationValue } from "../options.ts";
import { warnOfProxy } from "../server-options.ts";
import { CommandError, EXIT, EXIT_BY_SIGNAL } from "../terminal.ts";

const DEFAULT_URL = "http://127.0.0.1:4701/_sandbox";
const DEFAULT_TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;
// Why: the last try needs time for a response too, and a server that hangs may respond to the next try.
const SHORTEST_TRY_MS = 1_000;
const LONGEST_TRY_MS = 5_000;

export const WAIT = defineCommand({
  options: {
    url: {
      value: "URL",
      schema: addressValue,
      help: `the API, hosted or control address (default: ${DEFAULT_URL})`,
    },
    timeout: {
      value: "TIME",
      schema: durationValue,
      help: "how long to wait, or 0s to try once (default: 10s)",
    },
  },
  notes: [
    "Tries again while nothing listens there or a gateway responds with 5xx. Fails at once if something",
    "other than a sandbox responds.",
    "Each flag has an environment variable: --url is MERCHANT_SANDBOX_URL. Flags override it.",
    "Exit code: 0 ready, 1 not ready in time or not a sandbox, 2 wrong usage.",
  ],
  run({ options: { url = DEFAULT_URL, timeout = DEFAULT_TIMEOUT_MS }, terminal }) {
    warnOfProxy(url, terminal);
    const stopped = new Promise<number>((resolve) => {
      terminal.onStop((signal) => resolve(EXIT_BY_SIGNAL[signal]));
    });
    const fetch = createFetch(terminal.env);
    const send: Send = (address, timeoutMs) =>
      fetch(address, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    return Promise.race([stopped, pollHealth(url.replace(/\/+$/, ""), timeout, send)]);
  },
});

const HealthSchema = v.object({ status: v.literal("ok") });
const ProblemSchema = v.object({ detail: v.string() });
// Why: the health of a sandbox is a few hundred bytes.
const LIMITS = { mebibytes: 1, values: 1_000, depth: 10 };

type Send = (url: string, timeoutMs: number) => Promise<Response>;

/** Polls until the sandbox is ready. Returns 0. Throws `CommandError` after the timeout. */
async function pollHealth(url: string, timeout: number, send: Send): Promise<number> {
  const deadline = performance.now() + timeout;
  const left = () => deadline - performance.now();
  for (;;) {
    const timeoutMs = Math.min(Math.max(left(), SHORTEST_TRY_MS), LONGEST_TRY_MS);
    const met = await ask(url, timeoutMs, send);
    if (met === undefined) return EXIT.ok;
    if (met.isOther) {
      const hint = "Use the API, hosted or control address that the sandbox prints when it starts.";
      throw new CommandError(`${url} is not the address of a sandbox: ${met.words}.\n  ${hint}`);
    }
    if (left() <= 0) {
      const time = timeout === 0 ? "" : ` after ${timeout / 1_000} s`;
      throw new CommandError(
        `No sandbox is ready at ${url}${time}: ${met.words}.\n  Is it running?`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(left(), PAUSE_MS)));
  }
}

/** What responded, other than a sandbox that is ready. */
interface Met {
  readonly words: string;
  /** Whether it is not a sandbox, so that it is useless to wait. */
  readonly isOther: boolean;
}

/** Polls once. Undefined if it is ready. */
async function ask(url: string, timeoutMs: number, send: Send): Promise<Met | undefined> {
  const [, control] = /^(.*\/_sandbox)(?:\/health)?$/.exec(url) ?? [];
  if (control === undefined && (await isApi(url, timeoutMs, send))) return undefined;
  try {
    const response = await send(`${control ?? `${url}/_sandbox`}/health`, timeoutMs);
    const { status } = response;
    const { json } = await readResponse(response, LIMITS);
    if (status === 200 && v.is(HealthSchema, json)) return undefined;
    const detail = v.is(ProblemSchema, json)
      ? `: ${printableLine(json.detail).replace(/\.$/, "")}`
      : "";
    // Why: a gateway responds with 502 or 503 while a sandbox behind it starts.
    return { words: `it responds with ${status}${detail}`, isOther: status < 500 };
  } catch (error) {
    if (!(error instanceof TooLargeError)) {
      return { words: printableLine(explainFetch(error)), isOther: false };
    }
    return { words: `it responds with more than ${error.message}`, isOther: true };
  }
}

/** Whether the API answers: without a key, ping is 401 with a challenge. */
async function isApi(url: string, timeoutMs: number, send: Send): Promise<boolean> {
  try {
    const response = await send(`${url}${ENDPOINTS.ping.path}`, timeoutMs);
    await response.body?.cancel();
    return (
      response.status === 401 && /^bearer/i.test(response.headers.get("WWW-Authenticate") ?? "")
    );
  } catch {
    // Why: the health check that follows meets the same, and reports it.
    return false;
  }
}
