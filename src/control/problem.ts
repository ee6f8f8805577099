// How the control API says no: RFC 9457 problems, which a tool can tell apart and a person can read.

const TITLES = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
} as const;

export interface ProblemOptions {
  /** Every single mistake, where there may be more than one. */
  readonly errors?: readonly object[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Answers an error; `detail` says in a sentence what was wrong, and what to do next. */
export function problem(
  status: keyof typeof TITLES,
  detail: string,
  { errors, headers }: ProblemOptions = {},
): Response {
  // Why: a problem without a type of its own is called what its status is called.
  const body = { type: "about:blank", title: TITLES[status], status, detail, errors };
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}
