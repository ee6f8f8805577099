// How much a world was asked lately, and how it answered: what a chart is drawn from. Real time counts
// here, for the world's clock may stand still or jump.
import type { Exchange } from "./exchange.ts";

const SPANS = 60;
const SPAN_MS = 5_000;

/** How many answers of each class of status there were in each span of five seconds, the newest last. */
export interface Traffic {
  readonly ok: number[];
  readonly refused: number[];
  readonly failed: number[];
}

/** Counts the answers of the five minutes before `now`, by the process's own measure. */
export function countTraffic(
  exchanges: readonly Pick<Exchange, "status" | "ended">[],
  now: number,
): Traffic {
  const none = () => Array<number>(SPANS).fill(0);
  const traffic: Traffic = { ok: none(), refused: none(), failed: none() };
  for (const { status, ended } of exchanges) {
    if (status === undefined || ended === undefined) continue;
    const span = SPANS - 1 - Math.floor((now - ended) / SPAN_MS);
    const counts = traffic[classOf(status)];
    if (counts[span] !== undefined) counts[span]++;
  }
  return traffic;
}

function classOf(status: number): keyof Traffic {
  if (status < 400) return "ok";
  return status < 500 ? "refused" : "failed";
}
