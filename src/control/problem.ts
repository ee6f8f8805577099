// Errors of the control API: problems after RFC 9457, for programs and people.
import { STATUS_TITLES } from "../shared/status-titles.ts";
import type { InputIssue } from "../world/invalid-input.ts";
import type { WorldErrorCode } from "../world/world-error.ts";

interface ProblemOptions {
  /** The kind of a `WorldError`, for programs. */
  readonly code?: WorldErrorCode | undefined;
  /** All mistakes in the body or the query. */
  readonly errors?: readonly InputIssue[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Creates the response for an error. `detail` has the problem, what was received, and the fix. */
export function problem(
  status: keyof typeof STATUS_TITLES,
  detail: string,
  { code, errors, headers }: ProblemOptions = {},
): Response {
  const body = { type: "about:blank", title: STATUS_TITLES[status], status, detail, code, errors };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}
