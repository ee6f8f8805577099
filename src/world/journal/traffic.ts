// How many requests a world got in the last minutes, by outcome, for a chart. It uses real time, because the world's
// clock may be frozen or moved.
import type { Exchange } from "./exchange.ts";

const SPANS = 60;
const SPAN_MS = 5_000;

/** The class of a response. */
export const OUTCOMES = ["ok", "refused", "failed", "dropped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** How many responses of each class there were in spans of five seconds, the newest last. */
export interface Traffic extends Record<Outcome, number[]> {
  /** When the first span begins, in Unix milliseconds of real time: a multiple of five seconds. */
  readonly start: number;
  readonly spanMs: number;
}

type Counted = Pick<Exchange, "status" | "ended" | "drop">;

/** Counts the responses of the five minutes before `now`. Times are milliseconds of the process since `origin`. */
export function countTraffic(
  exchanges: readonly Counted[],
  now: number,
  origin = performance.timeOrigin,
): Traffic {
  // Why: spans start at multiples of five seconds, so that a span looks the same each time it is drawn.
  const spanAt = (time: number) => Math.floor((origin + time) / SPAN_MS);
  const first = spanAt(now) - SPANS + 1;
  const none = () => Array<number>(SPANS).fill(0);
  const traffic: Traffic = {
    ...{ start: first * SPAN_MS, spanMs: SPAN_MS },
    ...{ ok: none(), refused: none(), failed: none(), dropped: none() },
  };
  for (const { status, ended, drop } of exchanges) {
    if (status === undefined || ended === undefined) continue;
    const counts = traffic[drop ? "dropped" : outcomeOf(status)];
    const span = spanAt(ended) - first;
    if (counts[span] !== undefined) counts[span]++;
  }
  return traffic;
}

/** The class of a status. */
export function outcomeOf(status: number): Outcome {
  if (status < 400) return "ok";
  return status < 500 ? "refused" : "failed";
}

/** When the span begins in which a request got its response, as a time of day in UTC; empty if it has none. */
export function spanOf({ ended }: Pick<Exchange, "ended">): string {
  if (ended === undefined) return "";
  return timeOfSpan(Math.floor((performance.timeOrigin + ended) / SPAN_MS) * SPAN_MS);
}

/** A time (Unix milliseconds) as a time of day in UTC. */
export const timeOfSpan = (ms: number) => new Date(ms).toISOString().slice(11, 19);
