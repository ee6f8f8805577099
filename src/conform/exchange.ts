// Sends one request and reads the whole response, with limits for time and size. Redirects are not followed, and
// retry.ts decides whether to send the request again.
import { Mismatch, Skipped } from "./mismatch.ts";
import { type ResponseBody, readResponse, TooLargeError } from "./read-response.ts";
import type { ServerUnderTest } from "./server.ts";

const MAX_TIMEOUTS = 3;

/** A response with its body. */
export interface ReceivedResponse extends ResponseBody {
  /** Method and path of the request, for messages. No query, because it may contain a key. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
}

interface WireRequest {
  /** Method and path, for messages. */
  readonly request: string;
  readonly url: string;
  readonly init: RequestInit;
}

/**
 * Creates a function that sends a request once. It throws `Mismatch` if no whole response arrives in time, and
 * `Skipped` if that has happened too often.
 */
export function createExchange(
  { fetch: send = (url: string, init: RequestInit) => fetch(url, init) }: ServerUnderTest,
  timeoutMs: number,
): (exchange: WireRequest) => Promise<ReceivedResponse> {
  const timeouts = new Map<string, number>();

  return async ({ request, url, init }) => {
    const late = timeouts.get(request) ?? 0;
    // Why: dozens of checks send the same request, and each would wait for the timeout.
    if (late >= MAX_TIMEOUTS) throw new Skipped(`${request} timed out ${late} times`);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // Why: checks look at the redirect itself.
      const response = await send(url, { ...init, redirect: "manual", signal });
      const body = await readResponse(response);
      const { status, headers } = response;
      return { request, status, headers, ...body };
    } catch (error) {
      if (error instanceof TooLargeError) {
        throw new Mismatch(`at most ${error.message} in the response to ${request}`, "more");
      }
      if (!signal.aborted || error instanceof Mismatch) throw error;
      timeouts.set(request, late + 1);
      throw new Mismatch(`a response to ${request} within ${timeoutMs / 1000} s`, "none");
    }
  };
}
