// Runs checks one by one against a server, and yields the outcome of each. The checks are in checks/,
// the report formats in reports/.
import type { Check } from "./check.ts";
import { CHECKS } from "./checks.ts";
import { type Client, createClient, READ_NAMES } from "./client.ts";
import { isRedirect } from "./expect.ts";
import { explainFetch } from "./explain-fetch.ts";
import { Halt, Mismatch, Skipped, TooManyRequests } from "./mismatch.ts";
import { createKeyRedactor } from "./redact.ts";
import type { RetryOptions } from "./retry.ts";
import { type Keys, kebab, type ServerUnderTest } from "./server.ts";

/** The outcome of a check. Its texts contain no keys. */
export type CheckOutcome = { readonly check: Check; readonly ms: number } & Result;

type Result =
  | { readonly result: "held" }
  | { readonly result: "failed"; readonly expected: string; readonly received: string }
  | { readonly result: "skipped"; readonly reason: string };

export interface RunOptions {
  /** Allows the checks that use up the rate limit of the key `limited`. */
  readonly allowRateLimit?: boolean | undefined;
  /** The checks to run. Default: all. */
  readonly checks?: readonly Check[] | undefined;
  /** The timeout of each request. Default: 10 seconds. */
  readonly timeoutMs?: number | undefined;
  /** The longest wait of a request because of 429. Default: two minutes. */
  readonly maxWaitMs?: number | undefined;
  readonly onWait?: RetryOptions["onWait"];
  readonly sleep?: RetryOptions["sleep"];
}

/** Runs checks against a target, and yields each outcome. Throws `Halt` before the first check if nothing can be tested. */
export async function* runChecks(
  target: ServerUnderTest,
  options: RunOptions = {},
): AsyncGenerator<CheckOutcome, void, undefined> {
  const { timeoutMs = 10_000, maxWaitMs = 120_000, onWait, sleep } = options;
  const client = createClient(target, { timeoutMs, maxWaitMs, onWait, sleep });
  const mask = createKeyRedactor(target.keys);
  await loadFirst(client);
  for (const check of options.checks ?? CHECKS) {
    const started = performance.now();
    const reason = reasonToSkip(check, target.keys, options);
    const result: Result =
      reason === undefined ? await tryCheck(check, client, mask) : { result: "skipped", reason };
    yield { check, ms: performance.now() - started, ...result };
  }
}

/** Loads the responses that most checks use. Throws `Halt` if nothing can be tested with them. */
async function loadFirst(client: Client): Promise<void> {
  const reads = READ_NAMES.map((name) => client.first(name, "full"));
  const settled = await Promise.allSettled(reads);
  const responses = settled.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  const failures = settled.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  const [response] = responses;
  const limited = failures.find((failure) => failure instanceof TooManyRequests);
  if (limited || response === undefined) {
    throw new Halt("no response", { cause: limited ?? failures[0] });
  }
  const { status } = response;
  const isSame = failures.length === 0 && responses.every((each) => each.status === status);
  if (status === 200 || !isSame) return;
  const location = isRedirect(response) ? response.headers.get("location") : null;
  const names = `${READ_NAMES.slice(0, -1).join(", ")} and ${READ_NAMES.at(-1)}`;
  throw new Halt(`${names} all return ${status}`, { status, location });
}

function reasonToSkip({ needs = [] }: Check, keys: Keys, options: RunOptions): string | undefined {
  const missing = needs.filter((name) => keys[name] === undefined);
  if (missing.length > 0) {
    return `needs ${missing.map((name) => `--${kebab(name)}-key`).join(" and ")}`;
  }
  if (needs.includes("limited") && options.allowRateLimit !== true) {
    return "needs --allow-rate-limit";
  }
  return undefined;
}

async function tryCheck(
  check: Check,
  client: Client,
  mask: (text: string) => string,
): Promise<Result> {
  try {
    await check.run(client);
    return { result: "held" };
  } catch (error) {
    if (error instanceof Skipped) return { result: "skipped", reason: mask(error.message) };
    const { expected, received } =
      error instanceof Mismatch ? error : { expected: "a response", received: explainFetch(error) };
    return { result: "failed", expected: mask(expected), received: mask(received) };
  }
}
