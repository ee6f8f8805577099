// Sends one request and reads the whole response, within a time and a size. Redirects are not followed, and
// retry.ts decides whether to send the request again.
import { Mismatch, Skipped } from "./mismatch.ts";
import { type ResponseBody, readResponse, TooLargeError } from "./read-response.ts";
import type { ServerUnderTest } from "./server.ts";

const MOST_TIMEOUTS = 3;

/** An answer whose body was read. */
export interface ReceivedResponse extends ResponseBody {
  /** Method and path of the request, for messages; no query, for that may hold a key. */
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
 * Creates a function that sends a request once. It throws `Mismatch` where no whole answer comes in time, and
 * `Skipped` where that was so too often.
 */
export function createExchange(
  { fetch: send = (url: string, init: RequestInit) => fetch(url, init) }: ServerUnderTest,
  timeoutMs: number,
): (exchange: WireRequest) => Promise<ReceivedResponse> {
  const timeouts = new Map<string, number>();

  return async ({ request, url, init }) => {
    const late = timeouts.get(request) ?? 0;
    // Why: dozens of checks ask the same of an endpoint, and each would wait as long for nothing.
    if (late >= MOST_TIMEOUTS) throw new Skipped(`${request} got no answer in time ${late} times`);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      // Why: a redirect is an answer to be judged, not a way to another one.
      const response = await send(url, { ...init, redirect: "manual", signal });
      const body = await readResponse(response);
      const { status, headers } = response;
      return { request, status, headers, ...body };
    } catch (error) {
      if (error instanceof TooLargeError) {
        throw new Mismatch(`at most ${error.message} as the answer to ${request}`, "more");
      }
      if (!signal.aborted || error instanceof Mismatch) throw error;
      timeouts.set(request, late + 1);
      throw new Mismatch(`an answer to ${request} within ${timeoutMs / 1000} s`, "none");
    }
  };
}
