// Requests per second and the slowest hundredth of answers: the sandbox with everything on but its log,
// against a bare server of the same runtime that sends the same bytes.
import { startBare } from "../bare.ts";
import { makeWorld } from "../control.ts";
import type { Figure } from "../figure.ts";
import { compareLoads } from "../load-pairs.ts";
import type { Bench, Part } from "../part.ts";
import { DUTIES, FLAGS, RUNTIMES } from "../programs.ts";
import { REASONS } from "../reasons.ts";
import { REQUEST_NAMES, requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { overStarts } from "../starts.ts";
import { TARGETS } from "../targets.ts";

// Why: the limiter does all that it does, and refuses nothing.
const UNREACHED = ["--rate-limit", "1000000000/1000000000"];

const STARTS = 15;

export const throughput: Part = {
  title: "Requests",
  summary: "requests per second and p99, against bare servers that send the same bytes",
  needs: ["build", "wrk"],
  async measure(bench) {
    return {
      rows: [
        ...(await measureRuntime("executable", bench)),
        ...(await measureDuties(bench)),
        ...(await measureRuntime("node", bench)),
        ...(await measureRuntime("deno", bench)),
        ...(await measureWorld(bench)),
      ],
      reasons: REASONS.throughput,
    };
  },
};

async function measureRuntime(runtime: keyof typeof RUNTIMES, bench: Bench): Promise<Figure[]> {
  const { title, sandbox, bare, limit } = RUNTIMES[runtime];
  const loads = await overStarts(title, STARTS, bench, async (processes) => {
    const ours = processes.use(await startServer([...sandbox, ...FLAGS, ...UNREACHED]));
    const requests = await requestsFor(ours);
    const bareServer = processes.use(await startBare(bare, ours, requests));
    const sides = { ours: ours.baseUrl, limit: bareServer.baseUrl };
    return REQUEST_NAMES.map((name) => ({ what: name, request: requests[name], ...sides }));
  });
  const targets = TARGETS.throughput[runtime];
  return [
    ...[...loads].map(([name, pairs]) =>
      compareLoads({ what: `${title}: ${TITLES[name]}`, target: targets[name] }, limit, pairs),
    ),
    ...[...loads].map(([name, pairs]) => {
      const label = { what: `${title}: ${TITLES[name]}, p99`, target: TARGETS.p99 };
      return compareLoads(label, limit, pairs, "p99");
    }),
  ];
}

/** Compares a bare server that does the least that is owed to each request with one that does nothing. */
async function measureDuties(bench: Bench): Promise<Figure[]> {
  const { sandbox, bare, limit } = RUNTIMES.executable;
  const title = "bare, with the same duties";
  const loads = await overStarts(title, STARTS, bench, async (processes) => {
    const ours = processes.use(await startServer([...sandbox, ...FLAGS, ...UNREACHED]));
    const requests = await requestsFor(ours);
    const dutiful = processes.use(await startBare(DUTIES, ours, requests));
    const bareServer = processes.use(await startBare(bare, ours, requests));
    const sides = { ours: dutiful.baseUrl, limit: bareServer.baseUrl };
    return REQUEST_NAMES.map((name) => ({ what: TITLES[name], request: requests[name], ...sides }));
  });
  return [...loads].map(([what, pairs]) =>
    compareLoads({ what: `${title}: ${what}` }, limit, pairs),
  );
}

/** Compares a world that a test made with the default world of the same process. */
async function measureWorld(bench: Bench): Promise<Figure[]> {
  const title = "in a made world";
  const loads = await overStarts(title, STARTS, bench, async (processes) => {
    const command = [...RUNTIMES.executable.sandbox, ...FLAGS, ...UNREACHED];
    const server = processes.use(await startServer(command));
    const requests = await requestsFor(server);
    const sides = { ours: await makeWorld(server), limit: server.baseUrl };
    return (["ping", "orders", "link"] as const).map((name) => {
      return { what: TITLES[name], request: requests[name], ...sides };
    });
  });
  return [...loads].map(([what, pairs]) => {
    const label = { what: `${title}: ${what}`, target: TARGETS.prefix };
    return compareLoads(label, "the default world", pairs);
  });
}
