// The closed table of the API's errors, and the exception that carries one row of it to the place where it
// is rendered. The document fixes the statuses (§7); codes and messages are ours.
import type { Issue } from "./issue.ts";

export const ERRORS = {
  invalid_request: { status: 400, message: "The request is invalid." },
  unauthorized: { status: 401, message: "The API key is missing, invalid, expired or revoked." },
  sandbox_access_unavailable: { status: 403, message: "Sandbox access is unavailable." },
  insufficient_scope: { status: 403, message: "The API key lacks the scope of this endpoint." },
  product_not_found: { status: 404, message: "No published product of yours has this id." },
  route_not_found: { status: 404, message: "There is no endpoint at this path." },
  method_not_allowed: { status: 405, message: "The endpoint does not answer this method." },
  rate_limit_exceeded: { status: 429, message: "The rate limit is exceeded." },
  internal_error: { status: 500, message: "The server failed to answer this request." },
  bad_gateway: { status: 502, message: "An upstream server gave no valid answer." },
  service_unavailable: { status: 503, message: "The service is unavailable for now." },
  gateway_timeout: { status: 504, message: "An upstream server did not answer in time." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The statuses that a fault may answer with, the document's and those of a gateway in front of it. */
export const FAULT_STATUSES = [400, 401, 403, 404, 429, 500, 502, 503, 504] as const;
export type FaultStatus = (typeof FAULT_STATUSES)[number];

export interface ApiErrorDetails {
  /** The true reason and its fix, in one sentence: for the log, never for the client. */
  readonly why: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly Issue[];
}

/** An error of the API: thrown by a check, rendered in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails) {
    super(ERRORS[code].message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}
