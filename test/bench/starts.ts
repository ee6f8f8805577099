// Measuring over many starts of the same programs, with few pairs of load each.
import { loadInPairs, type Side } from "./load-pairs.ts";
import type { Pair } from "./pairs.ts";
import type { Bench } from "./part.ts";
import type { Load } from "./wrk.ts";

/** Pairs by what was measured. */
export type Loads<What> = ReadonlyMap<What, readonly Pair<Load>[]>;

/** What is compared: the same request, or several in turn, at two addresses. */
export interface Comparison<What> {
  readonly what: What;
  readonly request: Side["request"];
  readonly ours: string;
  readonly limit: string;
  /** How long each connection waits before it sends another request. Default: not at all. */
  readonly pauseMs?: number;
}

// Why: enough for each side to be first once; what more of them would even out is less than what a start makes.
const PAIRS = 2;

/** Measures with programs that are started so many times, and gathers the pairs of all. */
// Why: how a process happens to lie in memory makes some percent, which no number of pairs evens out.
export async function overStarts<What>(
  title: string,
  count: number,
  bench: Bench,
  start: (processes: AsyncDisposableStack) => Promise<readonly Comparison<What>[]>,
): Promise<Loads<What>> {
  const gathered = new Map<What, readonly Pair<Load>[]>();
  for (let n = 1; n <= (bench.quick ? 1 : count); n++) {
    await using processes = new AsyncDisposableStack();
    bench.say(`${title}, start ${n}`);
    for (const { what, request, ours, limit, pauseMs } of await start(processes)) {
      const pairs = await loadInPairs(
        { url: ours, request },
        { url: limit, request },
        bench.quick ? 1 : PAIRS,
        bench,
        pauseMs,
      );
      gathered.set(what, [...(gathered.get(what) ?? []), ...pairs]);
    }
  }
  return gathered;
}
