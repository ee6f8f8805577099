// What to do about a 429 that no check asked for: wait as the server says (RFC 9110 §10.2.3) and send the request
// again, for a limited time. A key that is still rejected after that is not sent any more.
import type { ReceivedResponse } from "./exchange.ts";
import { Skipped, TooManyRequests } from "./mismatch.ts";
import { type KeyName, kebab } from "./server.ts";

/** A pause before a request is sent again. */
interface Wait {
  readonly request: string;
  readonly seconds: number;
}

export interface RetryOptions {
  /** How long one request may be held up in all. */
  readonly maxWaitMs: number;
  /** Told of each pause before it. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
  /** Stands in for the passing of time. */
  readonly sleep?: ((ms: number) => Promise<void>) | undefined;
}

/** Creates a function that sends requests of a run, and no more with a key that is still rejected after the wait. */
export function createRetry({ onWait, ...options }: RetryOptions) {
  const rejected = new Set<KeyName | undefined>();

  return async (
    key: KeyName | undefined,
    attempt: () => Promise<ReceivedResponse>,
  ): Promise<ReceivedResponse> => {
    if (rejected.has(key)) throw new Skipped(`the server keeps answering 429 ${toWhom(key)}`);
    const { response, nextWait } = await retryWhile429(attempt, {
      ...options,
      onWait: (seconds, { request }) => onWait?.({ request, seconds }),
    });
    if (nextWait === undefined) return response;
    rejected.add(key);
    throw endless(response, nextWait, options.maxWaitMs / 1000);
  };
}

/** Makes an attempt again while the response is 429 and its waits fit. `nextWait` is the wait in seconds that did not. */
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

function endless({ request }: ReceivedResponse, seconds: number, most: number): TooManyRequests {
  return new TooManyRequests(
    `an answer other than 429 to ${request} within ${most} s of waiting`,
    `429, and ${seconds} s more to wait`,
  );
}

function toWhom(key: KeyName | undefined): string {
  return key === undefined ? "to requests without a key" : `to the ${kebab(key)} key`;
}

const LONGEST_GUESS_SECONDS = 10;

/** The seconds to wait before a request is tried again; `tries` counts from 0. */
// Contract: §8.2, a 429 may come at any time, and no header is promised with it.
function secondsToWait(headers: Headers, tries: number): number {
  const text = headers.get("retry-after") ?? "";
  const told = /^\d+$/.test(text) ? Number(text) : secondsBetween(headers.get("date"), text);
  if (Number.isNaN(told)) return Math.min(2 ** tries, LONGEST_GUESS_SECONDS);
  return Math.max(1, Math.ceil(told));
}

/** Waits for some milliseconds. */
function sleepFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

// Why: both times are the server's, so that it doesn't matter what time it is here.
function secondsBetween(from: string | null, to: string): number {
  return (Date.parse(to) - Date.parse(from ?? "")) / 1000;
}

/** Counts the seconds of pauses; overlapping ones count once. Times are in seconds and never go back. */
export function countWaiting() {
  let waited = 0;
  let until = 0;
  return {
    /** Counts a pause that begins now. */
    add(now: number, seconds: number): void {
      const end = now + seconds;
      waited += Math.max(0, end - Math.max(now, until));
      until = Math.max(until, end);
    },
    /** The seconds that have passed in pauses until `now`. */
    secondsBy: (now: number): number => waited - Math.max(0, until - now),
  };
}
