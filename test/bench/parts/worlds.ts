// What a world costs, by each way of making one, and what a change of one costs over more and more orders.
import * as v from "valibot";
import { compare, type Figure, formatCount, state } from "../figure.ts";
import { inPairs } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { runProbe } from "../probe.ts";

const WAYS = {
  base: "over the seeds",
  scenario: "over a scenario",
  overlay: "with an overlay of one key",
};
const MadeSchema = v.object({
  micros: v.array(v.number()),
  heapBytes: v.number(),
  residentBytes: v.number(),
});
const ChangedSchema = v.record(v.string(), v.array(v.number()));

export const worlds: Part = {
  title: "Worlds",
  summary: "what a world costs to make and to keep, and what a change of one costs",
  needs: [],
  async measure(bench) {
    return { rows: [...(await measureMaking(bench)), ...(await measureChanges(bench))] };
  },
};

async function measureMaking({ quick, say }: Bench): Promise<Figure[]> {
  const rows: Figure[] = [];
  for (const [way, title] of Object.entries(WAYS)) {
    say(title);
    const made = await runProbe("worlds", MadeSchema, [
      way,
      quick ? 1_000 : 100_000,
      quick ? 2_000 : 10_000,
    ]);
    rows.push(
      state({ what: `a world ${title}, in batches of 100`, unit: "µs" }, made.micros),
      state({ what: `a world ${title}, of heap`, unit: "bytes" }, [made.heapBytes]),
      state({ what: `a world ${title}, resident`, unit: "bytes" }, [made.residentBytes]),
    );
  }
  return rows;
}

/** Measures changes of a large world against those of a small one. */
async function measureChanges({ quick, say }: Bench): Promise<Figure[]> {
  const [few, many] = [1_000, quick ? 10_000 : 100_000];
  say("changes");
  const pairs = await inPairs(
    quick ? 1 : 5,
    () => runProbe("changes", ChangedSchema, [many]),
    () => runProbe("changes", ChangedSchema, [few]),
  );
  const whats = Object.keys(pairs[0]?.ours ?? {});
  return whats.map((what) => {
    const label = { what: `${what}, over ${formatCount(many)} orders`, unit: "ms" };
    const of = pairs.flatMap(({ ours, limit }) =>
      (ours[what] ?? []).map((ms, n) => ({ ours: ms, limit: limit[what]?.[n] ?? Number.NaN })),
    );
    return compare(label, `over ${formatCount(few)}`, of);
  });
}
