// A world at the edge: requests per second and the time of one against the executable on the same machine, what
// a world costs asleep and awake, and how long it takes to wake.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Made } from "../../edge/made.ts";
import { type EdgeServer, startEdge } from "../edge-server.ts";
import { compare, type Figure, formatCount, state } from "../figure.ts";
import { compareLoads, loadInPairs } from "../load-pairs.ts";
import { residentOf, settledOf } from "../memory.ts";
import { inPairs, repeat } from "../pairs.ts";
import type { Bench, Part } from "../part.ts";
import { FLAGS, RUNTIMES } from "../programs.ts";
import { requestsFor, type SentRequest, TITLES } from "../requests.ts";
import { startServer } from "../server.ts";

const UNREACHED = ["--rate-limit", "1000000000/1000000000"];
const NAMES = ["ping", "orders", "link"] as const;

export const edge: Part = {
  title: "At the edge",
  summary: "a world in Cloudflare's engine, against one in the executable",
  needs: ["build", "wrk", "proc"],
  async measure(bench) {
    const rows = [...(await measureRequests(bench)), ...(await measureSleep(bench))];
    return { rows: [...rows, ...(await measureMemory(bench))] };
  },
};

async function measureRequests(bench: Bench): Promise<Figure[]> {
  await using executable = await startServer([
    ...RUNTIMES.executable.sandbox,
    ...FLAGS,
    ...UNREACHED,
  ]);
  await using storage = storageOf(bench);
  await using engine = await startEdge(storage.path);
  const world = await engine.make();
  const requests = await requestsFor(executable);
  await using bare = await startEdge(storage.path, "object.js");
  const rates = [await compareWithBare(world, `${bare.url}/api/w/bare`, requests.ping, bench)];
  const times: Figure[] = [];
  for (const name of NAMES) {
    const request = requests[name];
    const what = `at the edge: ${TITLES[name]}`;
    bench.say(what);
    const pairs = await loadInPairs(
      { url: world.baseUrl, request },
      { url: executable.baseUrl, request },
      bench.quick ? 2 : 21,
      bench,
    );
    rates.push(compareLoads({ what }, "the executable", pairs));
    const one = await inPairs(
      bench.quick ? 20 : 200,
      () => timeOf(world.baseUrl, request),
      () => timeOf(executable.baseUrl, request),
    );
    times.push(compare({ what: `${what}, one by one`, unit: "ms" }, "the executable", one));
  }
  return [...rates, ...times];
}

async function compareWithBare(
  { baseUrl }: Made,
  url: string,
  request: SentRequest,
  bench: Bench,
): Promise<Figure> {
  const what = `at the edge: ${TITLES.ping}`;
  const [ours, limit] = [baseUrl, url].map((url) => ({ url, request }));
  const pairs = ours && limit && (await loadInPairs(ours, limit, bench.quick ? 2 : 21, bench));
  return compareLoads({ what }, "an object that keeps a row", pairs ?? []);
}

/** Measures what is stored, and the first request of a world that slept against the next. */
async function measureSleep(bench: Bench): Promise<Figure[]> {
  await using storage = storageOf(bench);
  await using engine = await startEdge(storage.path, "probe.js");
  const stored: Figure[] = [];
  const measure = async (what: string, live: (world: Made) => Promise<void>) => {
    bench.say(what);
    const samples = await repeat(5, async () => {
      const world = await engine.make();
      await live(world);
      return Number(await probe(engine, "bytes", world));
    });
    stored.push(state({ what: `a world asleep, ${what}`, unit: "bytes" }, samples));
  };
  await measure("as it was made", async () => {});
  await measure("after 100 pings", async (world) => {
    for (let n = 0; n < 100; n++) await ping(world);
  });
  await measure("after 100 lists of fifty orders", async (world) => {
    for (let n = 0; n < 100; n++) await ask(world, "orders");
  });
  await measure("after 10 orders", async (world) => {
    for (let n = 0; n < 10; n++) await addOrder(engine, world);
  });

  bench.say("waking");
  const world = await engine.make();
  for (let n = 0; n < 100; n++) await ping(world);
  const woken = await repeat(bench.quick ? 10 : 100, async () => {
    await probe(engine, "evict", world);
    return { ours: await timed(() => ping(world)), limit: await timed(() => ping(world)) };
  });
  const what = "the first request of a world that slept after 100";
  return [...stored, compare({ what, unit: "ms" }, "the next one", woken)];
}

/** Measures the memory of worlds that are awake, and of the least objects that there can be. */
async function measureMemory(bench: Bench): Promise<Figure[]> {
  const count = bench.quick ? 250 : 1_000;
  bench.say(`${formatCount(count)} worlds awake`);
  await using storage = storageOf(bench);
  const worlds = await makeWorlds(storage.path, count);
  const pairs = await inPairs(
    bench.quick ? 1 : 3,
    () => wakeAll(storage.path, worlds),
    () => wakeAll(storage.path, worlds, "object.js"),
  );
  const what = `a world awake, of ${formatCount(count)}, resident`;
  return [compare({ what, unit: "KB" }, "an object that keeps a row", pairs)];
}

/** Has all worlds asked by an engine that knows none of them yet; returns what each adds to its memory, in KB. */
async function wakeAll(directory: string, worlds: readonly Made[], main?: string): Promise<number> {
  await using engine = await startEdge(directory, main);
  const wake = ({ name, apiKey }: Made) => ping({ baseUrl: `${engine.url}/api/w/${name}`, apiKey });
  // Why: the first makes the engine compile what all of them run.
  const [first, ...others] = worlds;
  if (first) await wake(first);
  const before = await settledOf(engine.pid);
  for (const world of others) await wake(world);
  // Why: what nobody asks for ten seconds is forgotten, and so this is not waited for.
  return ((residentOf(engine.pid) - before) * 1024) / others.length;
}

async function makeWorlds(directory: string, count: number): Promise<Made[]> {
  await using engine = await startEdge(directory);
  return await repeat(count, () => engine.make());
}

type Asked = Pick<Made, "baseUrl" | "apiKey">;

const ping = (world: Asked) => ask(world, "ping");

async function ask({ baseUrl, apiKey }: Asked, endpoint: "ping" | "orders"): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${baseUrl}/api/v1/integration/${endpoint}`, { headers });
  if (answer.status !== 200) throw new Error(`${endpoint} was answered ${answer.status}`);
  await answer.arrayBuffer();
}

async function addOrder({ url }: EdgeServer, { name, secret }: Made): Promise<void> {
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ product: "ATLAS-1", amountMinor: "4900" });
  const path = `/_sandbox/worlds/${name}/orders`;
  const { status } = await fetch(url + path, { method: "POST", headers, body });
  if (status !== 201) throw new Error(`an order was answered ${status}`);
}

async function probe({ url }: EdgeServer, door: string, { name }: Made): Promise<unknown> {
  return (await fetch(`${url}/__test/${door}/${name}`)).json();
}

function timeOf(baseUrl: string, { method, path, headers, body }: SentRequest): Promise<number> {
  return timed(async () => {
    const answer = await fetch(baseUrl + path, { method, headers, body: body ?? null });
    await answer.arrayBuffer();
  });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** A directory for what an engine stores; where memory can be one, disks are not measured. */
function storageOf({ directory }: Bench) {
  const path = mkdtempSync(join(process.platform === "linux" ? "/dev/shm" : directory, "edge-"));
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true }) };
}
