// What the journal costs: requests per second with it, against those without.
import { join } from "node:path";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import type { Pair } from "../pairs.ts";
import type { Part } from "../part.ts";
import { REASONS } from "../reasons.ts";
import { requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";
import type { Load } from "../wrk.ts";

const PROBE = [process.execPath, join(import.meta.dir, "../probes/journal.ts")];

const NAMES = ["ping", "products", "orders", "link"] as const;

// Why: how a process happens to lie in memory makes some percent, which no number of pairs evens out; and so
// there are many starts of few pairs.
const ROUNDS = 60;
const PAIRS = 2;

export const journal: Part = {
  title: "The journal",
  summary: "requests per second with the journal, against those without",
  needs: ["wrk"],
  async measure(bench) {
    const found = new Map<string, Pair<Load>[]>();
    for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round++) {
      await using noting = await startServer([...PROBE, "with"]);
      await using idle = await startServer([...PROBE, "without"]);
      const requests = await requestsFor(noting);
      const loads = {
        ...Object.fromEntries(NAMES.map((name) => [TITLES[name], requests[name]])),
        "all of them in turn": NAMES.map((name) => requests[name]),
      };
      for (const [what, request] of Object.entries(loads)) {
        bench.say(`${what}, round ${round + 1}`);
        const ours = { url: noting.baseUrl, request };
        const limit = { url: idle.baseUrl, request };
        const pairs = await loadInPairs(ours, limit, PAIRS, bench);
        found.set(what, [...(found.get(what) ?? []), ...pairs]);
      }
    }
    const rows = [...found].map(([what, pairs]) =>
      compareLoads({ what, target: TARGETS.journal }, "without it", pairs),
    );
    return { rows, reasons: REASONS.journal };
  },
};
