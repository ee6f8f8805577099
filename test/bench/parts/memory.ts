// Resident memory: at rest, after many requests, and with many orders.
import { join } from "node:path";
import { ENDPOINTS } from "../../../src/contract/endpoints.ts";
import { compare, type Figure, formatCount, state } from "../figure.ts";
import { firstAnswer } from "../first-answer.ts";
import { peakOf, settledOf } from "../memory.ts";
import { writeOrderFiles } from "../orders.ts";
import { inPairs } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { buildBare, EXECUTABLE, FLAGS } from "../programs.ts";
import { REASONS } from "../reasons.ts";
import { requestsFor, type SentRequest } from "../requests.ts";
import { startServer } from "../server.ts";
import { TARGETS } from "../targets.ts";
import { load } from "../wrk.ts";

const ORDERS = 100_000;
const SANDBOX = [EXECUTABLE, ...FLAGS];
/** What the bare executable is asked; it answers the same to everything. */
const BARE: SentRequest = { method: "GET", path: "/", headers: {} };

export const memory: Part = {
  title: "Memory",
  summary: "resident at rest, after a million requests, and with 100 000 orders",
  needs: ["build", "proc", "wrk"],
  async measure(bench) {
    const bare = await buildBare(bench.directory);
    return {
      rows: [
        await measureRest(bare, bench),
        await measureRequests(bare, bench),
        ...(await measureOrders(bench)),
      ],
      reasons: REASONS.memory,
    };
  },
};

async function measureRest(bare: string, { quick, say }: Bench): Promise<Figure> {
  say("at rest");
  const label = { what: "at rest, after the first 200", unit: "MB", target: TARGETS.memory.rest };
  const pairs = await inPairs(
    quick ? 3 : 9,
    () => rest(SANDBOX, ENDPOINTS.ping.path),
    () => rest([bare], "/"),
  );
  return compare(label, "bare executable", pairs);
}

async function rest(command: readonly string[], path: string): Promise<number> {
  await using server = await startServer(command);
  await firstAnswer(server.baseUrl, path, server.apiKey);
  return await settledOf(server.pid);
}

/** Measures what requests leave behind, over what they leave behind in a bare executable. */
async function measureRequests(bare: string, bench: Bench): Promise<Figure> {
  const count = bench.quick ? 50_000 : 1_000_000;
  const title = `${formatCount(count)} requests`;
  bench.say(title);
  const added = await inPairs(
    bench.quick ? 1 : 3,
    () => addedBy(count, [...SANDBOX, "--rate-limit", "off"], bench),
    () => addedBy(count, [bare], bench),
  );
  return state(
    {
      what: `what ${title} add, over what they add to a bare executable`,
      unit: "MB",
      target: TARGETS.memory.requests,
    },
    added.map(({ ours, limit }) => ours - limit),
  );
}

async function addedBy(count: number, command: readonly string[], bench: Bench): Promise<number> {
  await using server = await startServer(command);
  const requests = server.apiKey === "" ? [BARE] : Object.values(await requestsFor(server));
  const before = await settledOf(server.pid);
  const slice = { ms: bench.sliceMs, directory: bench.directory };
  for (let sent = 0; sent < count; ) {
    for (const request of requests) sent += (await load(server.baseUrl, request, slice)).requests;
  }
  return (await settledOf(server.pid)) - before;
}

/** Measures what orders add to the seeds without them. */
async function measureOrders({ quick, directory, say }: Bench): Promise<Figure[]> {
  const title = `${formatCount(ORDERS)} orders`;
  say(title);
  const [few, many] = [join(directory, "few"), join(directory, "many")];
  await writeOrderFiles(few, 10);
  await writeOrderFiles(many, ORDERS);
  const samples = await inPairs(
    quick ? 1 : 5,
    () => loaded(many),
    () => loaded(few),
  );
  return [
    state(
      { what: `what ${title} add once loaded`, unit: "MB", target: TARGETS.memory.orders },
      samples.map(({ ours, limit }) => ours.settled - limit.settled),
    ),
    state(
      { what: `the peak while ${title} are loaded`, unit: "MB" },
      samples.map(({ ours }) => ours.peak),
    ),
  ];
}

async function loaded(seeds: string) {
  await using server = await startServer([...SANDBOX, "--seeds", seeds]);
  await firstAnswer(server.baseUrl, ENDPOINTS.ping.path, server.apiKey);
  return { settled: await settledOf(server.pid), peak: peakOf(server.pid) };
}
