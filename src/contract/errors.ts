// The closed table of the API's errors, and the exception that carries one row of it to the place where it
// is rendered. The specification fixes the statuses (§7); codes and messages are ours.
import * as v from "valibot";

export const ERRORS = {
  invalid_request: { status: 400, message: "The request is invalid." },
  unauthorized: { status: 401, message: "The API key is missing, invalid, expired or revoked." },
  sandbox_access_unavailable: { status: 403, message: "Sandbox access is unavailable." },
  insufficient_scope: { status: 403, message: "The API key lacks the scope of this endpoint." },
  product_not_found: { status: 404, message: "No published product of yours has this id." },
  route_not_found: { status: 404, message: "There is no endpoint at this path." },
  method_not_allowed: { status: 405, message: "The endpoint does not support this method." },
  misdirected_request: { status: 421, message: "The server does not serve this host." },
  rate_limit_exceeded: { status: 429, message: "The rate limit is exceeded." },
  internal_error: { status: 500, message: "The server failed to process this request." },
  bad_gateway: { status: 502, message: "An upstream server sent an invalid response." },
  service_unavailable: { status: 503, message: "The service is temporarily unavailable." },
  gateway_timeout: { status: 504, message: "An upstream server did not respond in time." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** The statuses that a fault may respond with, the specification's and those of a gateway in front of it. */
export const FAULT_STATUSES = [400, 401, 403, 404, 429, 500, 502, 503, 504] as const;
export type FaultStatus = (typeof FAULT_STATUSES)[number];

/** One reason why a request is invalid; `path` is the field, a dotted path, or empty for the whole. */
export const IssueSchema = v.strictObject({
  path: v.pipe(v.string(), v.description("The field or parameter. Empty for the whole body.")),
  message: v.string(),
});
export type Issue = v.InferOutput<typeof IssueSchema>;

/** The true reason and its fix, in one sentence: for the log, never for the client. */
// Why: a function where the sentence takes long to find, and often nobody reads it.
export type Why = string | (() => string);

export interface ApiErrorDetails {
  readonly why: Why;
  readonly headers?: Readonly<Record<string, string>>;
  readonly issues?: readonly Issue[];
}

/** An error of the API: thrown by a check, rendered in one place. */
// Why: not an `Error`. Nobody reads its stack, and to make one takes a tenth of what Node spends on a 401.
export class ApiError {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails) {
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get message(): string {
    return ERRORS[this.code].message;
  }
}

/** The error body under `errorBody: json`. */
export const ErrorBodySchema = v.pipe(
  v.strictObject({
    error: v.strictObject({
      code: v.pipe(
        v.picklist(Object.keys(ERRORS) as ErrorCode[]),
        v.metadata({ "x-sandbox-choice": "The specification defines no error codes (§7)." }),
      ),
      message: v.pipe(v.string(), v.description("A message for people.")),
      requestId: v.pipe(v.string(), v.description("The same as in `X-Request-Id`.")),
      issues: v.exactOptional(
        v.pipe(v.array(IssueSchema), v.description("All mistakes in the request. Only with 400.")),
      ),
    }),
  }),
  v.description("The sandbox's own error body. The specification defines none."),
  v.metadata({
    "x-sandbox-choice":
      "The specification defines no error body (§7), so rely only on the status. The setting `errorBody` selects " +
      "other bodies or none, to test that your client does.",
  }),
);
export type ErrorBody = v.InferOutput<typeof ErrorBodySchema>;
