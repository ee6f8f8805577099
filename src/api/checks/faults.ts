// Check 4: a fault that the seeds inject, once the key is known and before it costs a token. Which
// request is hit, the world decides; drop-connection.ts drops the response.
import type { Endpoint } from "../../contract/endpoints.ts";
import {
  ApiError,
  type ApiErrorDetails,
  type ErrorCode,
  type FaultStatus,
} from "../../contract/errors.ts";
import type { Hit } from "../../world/faults.ts";
import { type Call, hint, keyOf } from "../call.ts";
import { CHALLENGES } from "../errors.ts";

type FaultError = readonly [code: ErrorCode, details?: Omit<ApiErrorDetails, "why">];

const RETRY = { headers: { "Retry-After": "1" } };

/** The error of each status. The 403 is that of an endpoint without a scope. */
const FAULT_ERRORS: Readonly<Record<FaultStatus, FaultError>> = {
  400: ["invalid_request", { issues: [{ path: "", message: "The request was not accepted." }] }],
  401: ["unauthorized", { headers: CHALLENGES.invalid }],
  403: ["sandbox_access_unavailable"],
  404: ["product_not_found"],
  429: ["rate_limit_exceeded", RETRY],
  500: ["internal_error"],
  502: ["bad_gateway"],
  503: ["service_unavailable", RETRY],
  504: ["gateway_timeout"],
};

/**
 * Applies the first fault rule that matches a request: waits for its delay, and throws the `ApiError` that it
 * responds with.
 */
export function injectFault(call: Call, endpoint: Endpoint): Promise<void> | undefined {
  const hit = call.world.faults.strike(endpoint.name, keyOf(call));
  return hit && applyFault(call, endpoint, hit);
}

function applyFault(call: Call, endpoint: Endpoint, hit: Hit): Promise<void> | undefined {
  const { rule, delay } = hit;
  call.fault = rule;
  call.drop = rule.drop;
  if (delay > 0) hint(call, describe(hit, `delayed the response by ${delay} ms`));
  if (rule.drop === "before")
    hint(call, describe(hit, "closed the connection before the response"));
  if (rule.drop === "midway")
    hint(call, describe(hit, "closed the connection in the middle of the response"));
  const error = rule.respond && createError(hit, rule.respond, endpoint);
  if (delay > 0) {
    const held = call.world.faults.hold(delay);
    return error ? held.then(() => Promise.reject(error)) : held;
  }
  if (error) throw error;
  return undefined;
}

function createError(hit: Hit, status: FaultStatus, { scope }: Endpoint): ApiError {
  const why = `${describe(hit, `responded with ${status}`)}; to get the real response, remove it from \`faults\``;
  if (status === 403 && scope !== undefined) {
    return new ApiError("insufficient_scope", { why, headers: CHALLENGES.scope(scope) });
  }
  const [code, details] = FAULT_ERRORS[status];
  return new ApiError(code, { why, ...details });
}

const describe = ({ number, hits, rule }: Hit, effect: string) =>
  `fault ${number} (${rule.origin}) ${effect} (hit ${hits})`;
