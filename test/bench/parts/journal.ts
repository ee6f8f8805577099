// What the journal costs: requests per second with it, against those without.
import { join } from "node:path";
import type { Figure } from "../figure.ts";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import type { Part } from "../part.ts";
import { requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";

const PROBE = [process.execPath, join(import.meta.dir, "../probes/journal.ts")];

export const journal: Part = {
  title: "The journal",
  summary: "requests per second with the journal, against those without",
  needs: ["wrk"],
  async measure(bench) {
    await using noting = await startServer([...PROBE, "with"]);
    await using idle = await startServer([...PROBE, "without"]);
    const requests = await requestsFor(noting);
    const rows: Figure[] = [];
    for (const name of ["ping", "orders", "link"] as const) {
      const [what, request] = [TITLES[name], requests[name]];
      bench.say(what);
      const pairs = await loadInPairs(
        { url: noting.baseUrl, request },
        { url: idle.baseUrl, request },
        bench.quick ? 2 : 81,
        bench,
      );
      rows.push(compareLoads({ what, target: TARGETS.journal }, "without it", pairs));
    }
    return { rows };
  },
};
