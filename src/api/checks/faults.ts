// Check 4: a fault that the seeds inject, once the key is known and before it costs a token. Which
// request is hit, the world decides; how an answer is lost stands in lose-answer.ts.
import type { Endpoint } from "../../contract/endpoints.ts";
import {
  ApiError,
  type ApiErrorDetails,
  type ErrorCode,
  type FaultStatus,
} from "../../contract/errors.ts";
import type { Key } from "../../model/state.ts";
import type { Hit } from "../../world/faults.ts";
import { type Call, hint } from "../call.ts";
import { CHALLENGES } from "../challenges.ts";

type Refusal = readonly [code: ErrorCode, details?: Omit<ApiErrorDetails, "why">];

const RETRY = { headers: { "Retry-After": "1" } };

/** What is answered for each status. The 403 stands for an endpoint that asks for no scope. */
const REFUSALS: Readonly<Record<FaultStatus, Refusal>> = {
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
 * Hits a request with the fault that is meant for it, if there is one. Throws, or rejects with, the
 * `ApiError` that the fault answers; where the answer is held back, returns what to wait for.
 */
export function injectFault(call: Call, endpoint: Endpoint, key: Key): Promise<void> | undefined {
  const hit = call.world.faults.strike(endpoint.name, key);
  return hit && applyFault(call, endpoint, hit);
}

function applyFault(call: Call, endpoint: Endpoint, hit: Hit): Promise<void> | undefined {
  const { rule, delay } = hit;
  call.drop = rule.drop;
  if (delay > 0) hint(call, tell(hit, `held the answer back for ${delay} ms`));
  if (rule.drop === "before") hint(call, tell(hit, "closed the connection before this answer"));
  if (rule.drop === "midway")
    hint(call, tell(hit, "cut the connection midway through this answer"));
  const refusal = rule.respond && createRefusal(hit, rule.respond, endpoint);
  if (delay > 0) {
    const held = call.world.faults.hold(delay);
    return refusal ? held.then(() => Promise.reject(refusal)) : held;
  }
  if (refusal) throw refusal;
  return undefined;
}

function createRefusal(hit: Hit, status: FaultStatus, { scope }: Endpoint): ApiError {
  const why = `${tell(hit, `answered ${status}`)}; for the true answer, take it out of \`faults\``;
  if (status === 403 && scope !== undefined) {
    return new ApiError("insufficient_scope", { why, headers: CHALLENGES.scope(scope) });
  }
  const [code, details] = REFUSALS[status];
  return new ApiError(code, { why, ...details });
}

const tell = ({ number, hits, rule }: Hit, deed: string) =>
  `fault ${number} (${rule.origin}) ${deed}, its hit no. ${hits}`;
