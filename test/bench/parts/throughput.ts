// Requests per second and the slowest hundredth of responses: the sandbox with everything on except its log,
// against a bare server of the same runtime that sends the same bytes, and against a bare Hono app.
import { startBare } from "../bare.ts";
import { makeWorld } from "../control.ts";
import type { Figure } from "../figure.ts";
import { compareLoads } from "../load-pairs.ts";
import type { Bench, Part } from "../part.ts";
import { FLAGS, HONO, RUNTIMES } from "../programs.ts";
import { REASONS } from "../reasons.ts";
import { REQUEST_NAMES, requestsFor, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";
import { overStarts } from "../starts.ts";
import { TARGETS } from "../targets.ts";

// Why: the limiter does all that it does, and refuses nothing.
const UNREACHED = ["--rate-limit", "1000000000/1000000000"];

const STARTS = 7;

export const throughput: Part = {
  title: "Requests",
  summary: "requests per second and p99, against bare servers and a bare Hono app",
  needs: ["build", "wrk"],
  async measure(bench) {
    return {
      rows: [
        ...(await measureRuntime("executable", bench)),
        ...(await measureByHand("executable", bench)),
        ...(await measureRuntime("node", bench)),
        ...(await measureByHand("node", bench)),
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
  return [...loads].map(([name, pairs]) =>
    compareLoads({ what: `${title}: ${TITLES[name]}`, target: targets[name] }, limit, pairs),
  );
}

// Why: 32 connections that wait so long send some 15,000 requests a second, which both sides can answer.
const PAUSE_MS = 2;

/** Compares with a bare Hono app that does the same duties by hand, under full load and at an even pace. */
async function measureByHand(runtime: keyof typeof HONO, bench: Bench): Promise<Figure[]> {
  const { title, sandbox } = RUNTIMES[runtime];
  const limit = "a bare Hono app";
  const measure = (pauseMs?: number) =>
    overStarts(`${title} and ${limit}`, STARTS, bench, async (processes) => {
      const ours = processes.use(await startServer([...sandbox, ...FLAGS, ...UNREACHED]));
      const requests = await requestsFor(ours);
      const byHand = processes.use(await startBare(HONO[runtime], ours, requests));
      const sides = { ours: ours.baseUrl, limit: byHand.baseUrl };
      const pace = pauseMs === undefined ? {} : { pauseMs };
      return REQUEST_NAMES.map((what) => ({ what, request: requests[what], ...sides, ...pace }));
    });
  const targets = TARGETS.byHand[runtime];
  const throughput = [...(await measure())].map(([name, pairs]) =>
    compareLoads({ what: `${title}: ${TITLES[name]}`, target: targets[name] }, limit, pairs),
  );
  const slowest = [...(await measure(PAUSE_MS))].map(([name, pairs]) => {
    const label = { what: `${title}: ${TITLES[name]}, p99`, target: TARGETS.p99 };
    return compareLoads(label, limit, pairs, "p99");
  });
  return [...throughput, ...slowest];
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
