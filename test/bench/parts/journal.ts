// What the journal costs: requests per second with it, against those without.
import { join } from "node:path";
import { compareLoads } from "../load-pairs.ts";
import type { Part } from "../part.ts";
import { REASONS } from "../reasons.ts";
import { requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { overStarts } from "../starts.ts";
import { TARGETS } from "../targets.ts";

const PROBE = [process.execPath, join(import.meta.dir, "../probes/journal.ts")];

const NAMES = ["ping", "products", "orders", "link"] as const;

const STARTS = 60;

export const journal: Part = {
  title: "The journal",
  summary: "requests per second with the journal, against those without",
  needs: ["wrk"],
  async measure(bench) {
    const loads = await overStarts("with and without", STARTS, bench, async (processes) => {
      const noting = processes.use(await startServer([...PROBE, "with"]));
      const idle = processes.use(await startServer([...PROBE, "without"]));
      const requests = await requestsFor(noting);
      const sides = { ours: noting.baseUrl, limit: idle.baseUrl };
      return [
        ...NAMES.map((name) => ({ what: TITLES[name], request: requests[name], ...sides })),
        { what: "all of them in turn", request: NAMES.map((name) => requests[name]), ...sides },
      ];
    });
    const rows = [...loads].map(([what, pairs]) =>
      compareLoads({ what, target: TARGETS.journal }, "without it", pairs),
    );
    return { rows, reasons: REASONS.journal };
  },
};
