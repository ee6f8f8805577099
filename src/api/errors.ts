// The errors of the API: how they are made, and their bodies in the form that the world's settings ask for.
// The specification leaves the body open (§7), so testers can have several and see that their client reads the
// status alone.

import { ApiError, ERRORS, type Issue } from "../contract/errors.ts";
import type { Scope } from "../contract/formats.ts";
import type { Settings } from "../model/state.ts";
import { STATUS_TITLES } from "../shared/status-titles.ts";

export const JSON_TYPE = "application/json";
const PROBLEM_TYPE = "application/problem+json";
const HTML_TYPE = "text/html";

/** The `WWW-Authenticate` headers of errors, as RFC 6750 §3.1 defines them. */
export const CHALLENGES = {
  // Why: a request without any token gets no error code.
  missing: { "WWW-Authenticate": "Bearer" },
  invalid: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
  scope: (scope: Scope) => ({
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"`,
  }),
} as const;

export interface RenderedError {
  readonly body: string;
  readonly contentType: string;
}

/** Makes the error `invalid_request` (400) of some issues; `fix` says what to send instead. */
export function invalidRequest(issues: readonly Issue[], fix: string): ApiError {
  const reasons = issues.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  return new ApiError("invalid_request", { why: [...reasons, fix].join(" "), issues });
}

/** Renders the body of an error. */
export function renderError(
  { code, message, details }: ApiError,
  requestId: string,
  form: Settings["errorBody"],
): RenderedError {
  const { issues } = details;
  const { status } = ERRORS[code];
  const title = STATUS_TITLES[status];
  if (form === "empty") return { body: "", contentType: JSON_TYPE };
  if (form === "html") {
    return { body: gatewayPage(`${status} ${title}`), contentType: HTML_TYPE };
  }
  if (form === "problem") {
    const problem = { type: "about:blank", title, status, detail: message };
    const body = JSON.stringify({ ...problem, code, requestId, issues });
    return { body, contentType: PROBLEM_TYPE };
  }
  const body = JSON.stringify({ error: { code, message, requestId, issues } });
  return { body, contentType: JSON_TYPE };
}

const gatewayPage = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n` +
  `<center><h1>${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;
