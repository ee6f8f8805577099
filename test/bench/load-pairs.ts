// Pairs of load on two servers, once both are warm.
import { compare, type Figure, type Label } from "./figure.ts";
import { inPairs, type Pair } from "./pairs.ts";
import type { Bench } from "./part.ts";
import type { SentRequest } from "./requests.ts";
import { type Load, load } from "./wrk.ts";

/** A request, or several that are sent in turn, and the address that answers. */
export interface Side {
  readonly url: string;
  readonly request: SentRequest | readonly SentRequest[];
}

/** Loads both in turns. */
export async function loadInPairs(
  ours: Side,
  limit: Side,
  count: number,
  { directory, sliceMs, warmMs }: Bench,
  pauseMs?: number,
): Promise<Pair<Load>[]> {
  const ask = ({ url, request }: Side, ms: number) =>
    load(url, request, { ms, directory, ...(pauseMs !== undefined && { pauseMs }) });
  await ask(ours, warmMs);
  await ask(limit, warmMs);
  return inPairs(
    count,
    () => ask(ours, sliceMs),
    () => ask(limit, sliceMs),
  );
}

/** Makes the figure of one measure of the load. */
export function compareLoads(
  label: Omit<Label, "unit">,
  limit: string,
  pairs: readonly Pair<Load>[],
  measure: "perSecond" | "p99" = "perSecond",
): Figure {
  const unit = measure === "p99" ? "ms" : "req/s";
  const of = pairs.map((pair) => ({ ours: pair.ours[measure], limit: pair.limit[measure] }));
  return compare({ ...label, unit }, limit, of);
}
