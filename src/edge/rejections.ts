// The responses if there is no such world: an error of the API, or a problem at other addresses. A world that was
// deleted or has expired gets the same response as one that never existed.
import { ERRORS, type ErrorBody } from "../contract/errors.ts";
import { problem } from "../control/problem.ts";

const NO_WORLD =
  "There is no world at this address. It was deleted, has expired or never existed. POST /_sandbox/worlds creates one.";

/** The response if there is no such world. */
export function rejectMissing(isApi: boolean): Response {
  return reject(isApi, "route_not_found", NO_WORLD);
}

/** The response if an object failed. `fix` says what to do. */
export function rejectFailed(isApi: boolean, fix: string): Response {
  return reject(isApi, "service_unavailable", fix, { "Retry-After": "1" });
}

function reject(
  isApi: boolean,
  code: "route_not_found" | "service_unavailable",
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status } = ERRORS[code];
  if (!isApi) {
    const kind = code === "route_not_found" ? "not-found" : undefined;
    return problem(status, message, { code: kind, headers });
  }
  const requestId = `req_${crypto.randomUUID().slice(0, 8)}`;
  const body: ErrorBody = { error: { code, message, requestId } };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}
