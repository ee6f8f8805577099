// What the journal costs: requests per second with it, against those without.
import { join } from "node:path";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import type { Pair } from "../pairs.ts";
import type { Part } from "../part.ts";
import { REASONS } from "../reasons.ts";
import { type RequestName, requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";
import type { Load } from "../wrk.ts";

const PROBE = [process.execPath, join(import.meta.dir, "../probes/journal.ts")];

const NAMES = ["ping", "orders", "link"] as const satisfies readonly RequestName[];

// Why: how a process happens to lie in memory makes some percent, which no number of pairs evens out; and what is
// looked for is less than what the machine's other work makes of a pair.
const ROUNDS = 18;
const PAIRS = 12;

export const journal: Part = {
  title: "The journal",
  summary: "requests per second with the journal, against those without",
  needs: ["wrk"],
  async measure(bench) {
    const found = new Map<RequestName, Pair<Load>[]>(NAMES.map((name) => [name, []]));
    for (let round = 0; round < (bench.quick ? 1 : ROUNDS); round++) {
      await using noting = await startServer([...PROBE, "with"]);
      await using idle = await startServer([...PROBE, "without"]);
      const requests = await requestsFor(noting);
      for (const name of NAMES) {
        const request = requests[name];
        bench.say(`${TITLES[name]}, round ${round + 1}`);
        const ours = { url: noting.baseUrl, request };
        const limit = { url: idle.baseUrl, request };
        found.get(name)?.push(...(await loadInPairs(ours, limit, bench.quick ? 2 : PAIRS, bench)));
      }
    }
    const rows = [...found].map(([name, pairs]) =>
      compareLoads({ what: TITLES[name], target: TARGETS.journal }, "without it", pairs),
    );
    return { rows, reasons: REASONS.journal };
  },
};
