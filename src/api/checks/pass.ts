// How the checks of a request are run: at once, unless something has to be awaited.
import type { Endpoint } from "../../contract/endpoints.ts";
import type { Call } from "../call.ts";

/** A step that a request has to pass. It throws the `ApiError` to respond with, or rejects with it. */
export type RequestCheck = (call: Call, endpoint: Endpoint) => void | Promise<void>;

/** Runs the checks from one on, and returns what `respond` makes of a request that passes them all. */
export function passChecks(
  checks: readonly RequestCheck[],
  call: Call,
  endpoint: Endpoint,
  respond: () => string | Promise<string>,
  first = 0,
): string | Promise<string> {
  for (let index = first; index < checks.length; index++) {
    const held = checks[index]?.(call, endpoint);
    if (held) return held.then(() => passChecks(checks, call, endpoint, respond, index + 1));
  }
  return respond();
}
