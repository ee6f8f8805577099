// Sends one request and reads the whole response, within a time and a size. Redirects are not followed, and
// retry.ts decides whether to send the request again.
import { Mismatch, Skipped } from "./mismatch.ts";
import type { ServerUnderTest } from "./server.ts";

const MOST_TIMEOUTS = 3;

/** An answer whose body was read. */
export interface ReceivedResponse {
  /** Method and path of the request, for messages; no query, for that may hold a key. */
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text as JSON, undefined where it is none. */
  readonly json: unknown;
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
      const text = await readResponseText(response);
      if (text === undefined)
        throw new Mismatch(`at most 16 MiB as the answer to ${request}`, "more");
      const { status, headers } = response;
      return { request, status, headers, text, json: parseJson(text) };
    } catch (error) {
      if (!signal.aborted || error instanceof Mismatch) throw error;
      timeouts.set(request, late + 1);
      throw new Mismatch(`an answer to ${request} within ${timeoutMs / 1000} s`, "none");
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const MOST_BYTES = 16 * 1024 * 1024;

/** Reads an answer; undefined where it is longer than 16 MiB. Rejects where it breaks off. */
// Why: an answer without end would fill the memory before its time is over.
export async function readResponseText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
