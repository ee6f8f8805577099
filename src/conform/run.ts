// Runs the checks one after the other against a server, and tells of each what became of it. Which
// facts there are is in checks/; how an outcome reads is in report.ts.
import type { Check } from "./check.ts";
import { accessChecks } from "./checks/access.ts";
import { authenticationChecks } from "./checks/authentication.ts";
import { bodiesChecks } from "./checks/bodies.ts";
import { checkoutLinksChecks } from "./checks/checkout-links.ts";
import { errorsChecks } from "./checks/errors.ts";
import { headersChecks } from "./checks/headers.ts";
import { mediaTypesChecks } from "./checks/media-types.ts";
import { missingProductsChecks } from "./checks/missing-products.ts";
import { orderOfChecksChecks } from "./checks/order-of-checks.ts";
import { ordersChecks } from "./checks/orders.ts";
import { pingChecks } from "./checks/ping.ts";
import { productsChecks } from "./checks/products.ts";
import { rateLimitChecks } from "./checks/rate-limit.ts";
import { routingChecks } from "./checks/routing.ts";
import { type Client, createClient } from "./client.ts";
import { createMask } from "./mask.ts";
import { Mismatch, Skipped } from "./mismatch.ts";
import type { Keys, Target } from "./target.ts";

/** Every check, in the order in which they run. */
export const CHECKS: readonly Check[] = [
  ...pingChecks,
  ...productsChecks,
  ...ordersChecks,
  ...checkoutLinksChecks,
  ...missingProductsChecks,
  ...bodiesChecks,
  ...mediaTypesChecks,
  ...authenticationChecks,
  ...accessChecks,
  ...orderOfChecksChecks,
  ...routingChecks,
  ...headersChecks,
  ...errorsChecks,
  ...rateLimitChecks,
];

/** What became of a check. No text in it holds a key. */
export type Outcome =
  | { readonly check: Check; readonly result: "held" }
  | {
      readonly check: Check;
      readonly result: "failed";
      readonly expected: string;
      readonly received: string;
    }
  | { readonly check: Check; readonly result: "skipped"; readonly reason: string };

export interface RunOptions {
  /** Allows the checks that call with the key `limited` until it is refused. */
  readonly allowRateLimit?: boolean | undefined;
  /** The checks to run, in place of all. */
  readonly checks?: readonly Check[] | undefined;
}

/** Runs checks against a target, yielding each outcome as it is known. Never throws. */
export async function* runChecks(
  target: Target,
  options: RunOptions = {},
): AsyncGenerator<Outcome, void, undefined> {
  const client = createClient(target);
  const mask = createMask(target.keys);
  for (const check of options.checks ?? CHECKS) {
    const reason = reasonToSkip(check, target.keys, options);
    if (reason === undefined) yield await runCheck(check, client, mask);
    else yield { check, result: "skipped", reason };
  }
}

export interface Summary {
  readonly held: number;
  readonly failed: number;
  readonly skipped: number;
  /** How many of the failed ones the document promises. */
  readonly broken: number;
}

/** Counts outcomes. */
export function summarize(outcomes: readonly Outcome[]): Summary {
  const count = (result: Outcome["result"]) => outcomes.filter((o) => o.result === result).length;
  const broken = outcomes.filter((o) => o.result === "failed" && o.check.promise === "document");
  return {
    held: count("held"),
    failed: count("failed"),
    skipped: count("skipped"),
    broken: broken.length,
  };
}

function reasonToSkip({ needs }: Check, keys: Keys, options: RunOptions): string | undefined {
  const missing = needs.filter((name) => keys[name] === undefined);
  if (missing.length > 0) {
    return `needs the ${missing.length === 1 ? "key" : "keys"} ${missing.join(" and ")}`;
  }
  if (needs.includes("limited") && options.allowRateLimit !== true) {
    return "is not allowed to use up a rate limit";
  }
  return undefined;
}

async function runCheck(
  check: Check,
  client: Client,
  mask: (text: string) => string,
): Promise<Outcome> {
  try {
    await check.run(client);
    return { check, result: "held" };
  } catch (error) {
    if (error instanceof Skipped) return { check, result: "skipped", reason: mask(error.message) };
    const { expected, received } =
      error instanceof Mismatch ? error : { expected: "an answer", received: describe(error) };
    return { check, result: "failed", expected: mask(expected), received: mask(received) };
  }
}

// Runtime: Node says "fetch failed" and keeps the reason in `cause`; Bun and Deno say it at once.
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause === undefined) return error.message;
  const { cause } = error;
  const code = cause instanceof Error && "code" in cause ? `${cause.code} ` : "";
  return `${error.message}: ${code}${cause instanceof Error ? cause.message : String(cause)}`.trim();
}
