// Requests per second and the slowest hundredth of answers: the sandbox with everything on but its log,
// against a bare server of the same runtime that sends the same bytes.
import { startBare } from "../bare.ts";
import { makeWorld } from "../control.ts";
import type { Figure } from "../figure.ts";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import type { Pair } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { DUTIES, FLAGS, RUNTIMES } from "../programs.ts";
import { REASONS } from "../reasons.ts";
import {
  REQUEST_NAMES,
  type RequestName,
  type Requests,
  requestsFor,
  TITLES,
} from "../requests.ts";
import { type Server, startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";
import type { Load } from "../wrk.ts";

// Why: the limiter does all that it does, and refuses nothing.
const UNREACHED = ["--rate-limit", "1000000000/1000000000"];

export const throughput: Part = {
  title: "Requests",
  summary: "requests per second and p99, against bare servers that send the same bytes",
  needs: ["build", "wrk"],
  async measure(bench) {
    const rows: Figure[] = [];
    for (const runtime of ["executable", "node", "deno"] as const) {
      rows.push(...(await measureRuntime(runtime, bench)));
      if (runtime === "executable") rows.push(...(await measureDuties(bench)));
    }
    return { rows: [...rows, ...(await measureWorld(bench))], reasons: REASONS.throughput };
  },
};

async function measureRuntime(runtime: keyof typeof RUNTIMES, bench: Bench): Promise<Figure[]> {
  const { title, sandbox, bare, limit } = RUNTIMES[runtime];
  await using ours = await startServer([...sandbox, ...FLAGS, ...UNREACHED]);
  const requests = await requestsFor(ours);
  await using bareServer = await startBare(bare, ours, requests);
  const loads = await loadEach(title, [ours, bareServer], requests, bench);
  const targets = TARGETS.throughput[runtime];
  return [
    ...loads.map(({ name, what, pairs }) =>
      compareLoads({ what, target: targets[name] }, limit, pairs),
    ),
    ...loads.map(({ what, pairs }) =>
      compareLoads({ what: `${what}, p99`, target: TARGETS.p99 }, limit, pairs, "p99"),
    ),
  ];
}

/** Compares a bare server that does the least that is owed to each request with one that does nothing. */
async function measureDuties(bench: Bench): Promise<Figure[]> {
  const { sandbox, bare, limit } = RUNTIMES.executable;
  await using ours = await startServer([...sandbox, ...FLAGS, ...UNREACHED]);
  const requests = await requestsFor(ours);
  await using dutiful = await startBare(DUTIES, ours, requests);
  await using bareServer = await startBare(bare, ours, requests);
  const servers = [dutiful, bareServer] as const;
  const loads = await loadEach("bare, with the same duties", servers, requests, bench);
  return loads.map(({ what, pairs }) => compareLoads({ what }, limit, pairs));
}

interface Loads {
  readonly name: RequestName;
  readonly what: string;
  readonly pairs: readonly Pair<Load>[];
}

/** Loads a server and its limit in turns, with one request after the other. */
async function loadEach(
  title: string,
  [ours, limit]: readonly [Server, Server],
  requests: Requests,
  bench: Bench,
): Promise<Loads[]> {
  const loads: Loads[] = [];
  for (const name of REQUEST_NAMES) {
    const request = requests[name];
    const what = `${title}: ${TITLES[name]}`;
    bench.say(what);
    const pairs = await loadInPairs(
      { url: ours.baseUrl, request },
      { url: limit.baseUrl, request },
      bench.quick ? 1 : 21,
      bench,
    );
    loads.push({ name, what, pairs });
  }
  return loads;
}

/** Compares a world that a test made with the default world of the same process. */
async function measureWorld(bench: Bench): Promise<Figure[]> {
  await using server = await startServer([...RUNTIMES.executable.sandbox, ...FLAGS, ...UNREACHED]);
  const requests = await requestsFor(server);
  const made = await makeWorld(server);
  const rows: Figure[] = [];
  for (const name of ["ping", "orders", "link"] as const) {
    const request = requests[name];
    const what = `in a made world: ${TITLES[name]}`;
    bench.say(what);
    const pairs = await loadInPairs(
      { url: made, request },
      { url: server.baseUrl, request },
      bench.quick ? 2 : 41,
      bench,
    );
    rows.push(compareLoads({ what, target: TARGETS.prefix }, "the default world", pairs));
  }
  return rows;
}
