// Retries after a 429 that a check did not expect: waits as the server says (RFC 9110 §10.2.3) and sends the request
// again, for a limited time. A key that still gets 429 after that is not used again.
import type { ReceivedResponse } from "./exchange.ts";
import { Skipped, TooManyRequests } from "./mismatch.ts";
import { type KeyName, kebab } from "./server.ts";

/** A pause before a request is sent again. */
interface Wait {
  readonly request: string;
  readonly seconds: number;
}

export interface RetryOptions {
  /** The longest total wait for one request. */
  readonly maxWaitMs: number;
  /** Called before each pause. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Replaces real time in tests. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** Creates a function that sends the requests of a run, with retries. A key that still gets 429 after the wait is skipped. */
export function createRetry({ onWait, ...options }: RetryOptions) {
  const rejected = new Set<KeyName | undefined>();

  return async (
    key: KeyName | undefined,
    attempt: () => Promise<ReceivedResponse>,
  ): Promise<ReceivedResponse> => {
    if (rejected.has(key)) throw new Skipped(`the server keeps returning 429 ${toWhom(key)}`);
    const { response, nextWait } = await retryWhile429(attempt, {
      ...options,
      onWait: (seconds, { request }) => onWait?.({ request, seconds }),
    });
    if (nextWait === undefined) return response;
    rejected.add(key);
    throw stillLimited(response, nextWait, options.maxWaitMs / 1000);
  };
}

/** Retries while the response is 429 and the time allows. `nextWait` is the wait in seconds that was too long. */
export async function retryWhile429<Received extends Pick<Response, "status" | "headers">>(
  attempt: () => Promise<Received>,
  {
    maxWaitMs,
    onWait,
    sleep = sleepFor,
  }: Pick<RetryOptions, "maxWaitMs" | "sleep"> & {
    readonly onWait?: ((seconds: number, response: Received) => void) | undefined;
  },
): Promise<{ readonly response: Received; readonly nextWait?: number }> {
  let left = maxWaitMs / 1000;
  for (let tries = 0; ; tries += 1) {
    const response = await attempt();
    if (response.status !== 429) return { response };
    const seconds = secondsToWait(response.headers, tries);
    left -= seconds;
    if (left < 0) return { response, nextWait: seconds };
    onWait?.(seconds, response);
    await sleep(seconds * 1000);
  }
}

function stillLimited(
  { request }: ReceivedResponse,
  seconds: number,
  most: number,
): TooManyRequests {
  return new TooManyRequests(
    `a response other than 429 to ${request} within ${most} s`,
    `429, with ${seconds} s more to wait`,
  );
}

function toWhom(key: KeyName | undefined): string {
  return key === undefined ? "to requests without a key" : `to the ${kebab(key)} key`;
}

const LONGEST_GUESS_SECONDS = 10;

/** The seconds to wait before the next try. `tries` counts from 0. */
// Contract: §8.2, a 429 may come at any time, and may have no Retry-After.
function secondsToWait(headers: Headers, tries: number): number {
  const text = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsBetween(headers.get("date"), text);
  if (Number.isNaN(seconds)) return Math.min(2 ** tries, LONGEST_GUESS_SECONDS);
  return Math.max(1, Math.ceil(seconds));
}

/** Waits for some milliseconds. */
function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// Why: both times are the server's, so the local clock does not matter.
function secondsBetween(from: string | null, to: string): number {
  return (Date.parse(to) - Date.parse(from ?? "")) / 1000;
}

/** Counts the seconds of pauses. Overlapping pauses count once. Times are in seconds and never decrease. */
export function countWaiting() {
  let waited = 0;
  let until = 0;
  return {
    /** Counts a pause that starts now. */
    add(now: number, seconds: number): void {
      const end = now + seconds;
      waited += Math.max(0, end - Math.max(now, until));
      until = Math.max(until, end);
    },
    /** The seconds of pauses until `now`. */
    secondsBy: (now: number): number => waited - Math.max(0, until - now),
  };
}
