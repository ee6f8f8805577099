// How the checks of a request are run: at once, unless one of them waits.
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Call } from "../call.ts";

/** A step that a request has to pass. It throws the `ApiError` to respond with, or rejects with it. */
export type RequestCheck = (call: Call, endpoint: Endpoint) => void | Promise<void>;

/** Runs the checks from one on. Returns a promise if one of them waits. */
export function passChecks(
  checks: readonly RequestCheck[],
  call: Call,
  endpoint: Endpoint,
  first = 0,
): Promise<void> | undefined {
  for (let index = first; index < checks.length; index++) {
    const waiting = checks[index]?.(call, endpoint);
    if (waiting) return passLater(waiting, checks, call, endpoint, index + 1);
  }
  return undefined;
}

// Why: a function of its own, because a closure would be made for each request, also if it does not wait.
async function passLater(
  waiting: Promise<void>,
  ...others: Parameters<typeof passChecks>
): Promise<void> {
  await waiting;
  await passChecks(...others);
}
