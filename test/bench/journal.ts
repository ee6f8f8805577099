// What the journal costs: requests per second with it and with one that notes nothing, in turns, within
// the process and over HTTP. The latter takes `wrk`, and is left out where there is none.
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { createSandbox, type Sandbox } from "../../src/library.ts";
import { listen } from "../../src/runtime/listen.ts";
import { median } from "./orders.ts";

const KINDS = ["without", "with"] as const;
type Kind = (typeof KINDS)[number];

const TARGETS = ["ping", "products", "orders"] as const;
type Target = (typeof TARGETS)[number];

const ROUNDS = 15;
const BATCHES = 20;
const BATCH = 5_000;
const headers = { Authorization: "Bearer mst_acme_full" };

const [role, kind = ""] = process.argv.slice(2);
if (role === "count") await count(createSandboxOf(kind));
else if (role === "serve") await serve(createSandboxOf(kind));
else await compare();

async function compare(): Promise<void> {
  const inside = KINDS.map((name) => ({ name, measure: () => countApart(name) }));
  await race("in the process", inside);
  if (Bun.which("wrk") === null) return print("wrk is not there: nothing is measured over HTTP");
  const servers = KINDS.map(startApart);
  const overHttp = await Promise.all(
    servers.map(async (server, n) => {
      const { value } = await server.stdout.getReader().read();
      const port = Number(new TextDecoder().decode(value));
      return { name: KINDS[n] ?? "with", measure: () => runWrk(port) };
    }),
  );
  await race("over HTTP, 32 connections", overHttp);
  for (const server of servers) server.kill();
}

type Figures = Readonly<Record<Target, number>>;

/** Lets both run in turns, each first as often as second, and prints their medians. */
async function race(
  place: string,
  runners: readonly { readonly name: Kind; measure(): Promise<Figures> }[],
): Promise<void> {
  const all: Record<Kind, Figures[]> = { without: [], with: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? runners : runners.toReversed();
    for (const { name, measure } of order) all[name].push(await measure());
  }
  for (const target of TARGETS) {
    const [bare = 0, noting = 0] = KINDS.map((name) =>
      median(all[name].map((figures) => figures[target])),
    );
    const ratio = (noting / bare).toFixed(3);
    print(
      `${place}, ${target}: ${bare.toFixed(0)}/s without, ${noting.toFixed(0)}/s with: × ${ratio}`,
    );
  }
}

function startApart(name: Kind) {
  return Bun.spawn([process.execPath, import.meta.path, "serve", name], { stdout: "pipe" });
}

async function countApart(name: Kind): Promise<Figures> {
  const child = Bun.spawn([process.execPath, import.meta.path, "count", name], { stdout: "pipe" });
  return new Response(child.stdout).json();
}

async function runWrk(port: number): Promise<Figures> {
  const figures = { ping: 0, products: 0, orders: 0 };
  for (const target of TARGETS) {
    const url = `http://127.0.0.1:${port}${ENDPOINTS[target].path}`;
    const key = `Authorization: ${headers.Authorization}`;
    const wrk = Bun.spawn(["wrk", "-t1", "-c32", "-d1s", "-H", key, url], { stdout: "pipe" });
    const report = await new Response(wrk.stdout).text();
    figures[target] = Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
  }
  return figures;
}

function createSandboxOf(name: string): Sandbox {
  const sandbox = createSandbox({ overrides: { rateLimit: "off" } });
  if (name === "with") return sandbox;
  const idle = { ...sandbox.worlds.default.journal, note() {}, complete() {} };
  Object.defineProperty(sandbox.worlds.default, "journal", { value: idle });
  return sandbox;
}

/** Prints how many requests a second are answered within this process. */
async function count({ api }: Sandbox): Promise<void> {
  const figures = { ping: 0, products: 0, orders: 0 };
  for (const target of TARGETS) {
    const url = `http://sandbox${ENDPOINTS[target].path}`;
    let ms = 0;
    for (let batch = 0; batch < BATCHES; batch++) {
      const requests = Array.from({ length: BATCH }, () => new Request(url, { headers }));
      const started = performance.now();
      for (const request of requests) await api.fetch(request);
      // Why: the first batches run before the code is compiled.
      if (batch >= BATCHES / 2) ms += performance.now() - started;
    }
    figures[target] = ((BATCHES / 2) * BATCH * 1_000) / ms;
  }
  print(JSON.stringify(figures));
}

async function serve({ api }: Sandbox): Promise<void> {
  const { port } = await listen({ hostname: "127.0.0.1", port: 0, fetch: api.fetch });
  print(`${port}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
