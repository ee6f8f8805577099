// Run by Node on what is built: counts how often each function of the program is called for one request of
// each kind, and prints that as JSON. V8 counts exactly, on every machine the same.
import { Session } from "node:inspector/promises";
import process from "node:process";
import { createSandbox } from "../../dist/index.js";

const DIST = new URL("../../dist/", import.meta.url).href;
const ADDRESS = "http://sandbox.test/api/v1/integration";
const NOW = Date.parse("2026-10-17T09:00:00Z");
const REQUESTS = 10;

const REQUESTED = {
  ping: () => get("/ping", "mst_acme_full"),
  products: () => get("/products", "mst_acme_full"),
  orders: () => get("/orders", "mst_acme_full"),
  "a checkout link": () =>
    new Request(`${ADDRESS}/checkout-links`, {
      method: "POST",
      headers: { Authorization: "Bearer mst_acme_full", "Content-Type": "application/json" },
      body: JSON.stringify({ productId: "a71a5000-0000-4000-8000-000000000001" }),
    }),
  "an unknown key": () => get("/ping", "mst_of_nobody"),
};

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const counted = {};
for (const [name, request] of Object.entries(REQUESTED)) counted[name] = await count(request);
process.stdout.write(JSON.stringify(counted));

/** Counts the calls of each function by its name, for one of several requests that are all the same. */
async function count(request) {
  const { api } = createSandbox({ systemTime: () => NOW, onRequest: () => {} });
  const ask = async () => (await api.fetch(request())).text();
  // Why: what the first one makes, lists among it, is made once.
  await ask();
  await session.post("Profiler.takePreciseCoverage");
  for (let n = 0; n < REQUESTS; n++) await ask();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const calls = {};
  for (const { url, functions } of result) {
    if (!url.startsWith(DIST)) continue;
    for (const { functionName, ranges } of functions) {
      const name = functionName || "(anonymous)";
      if (ranges[0].count > 0) calls[name] = (calls[name] ?? 0) + ranges[0].count / REQUESTS;
    }
  }
  return calls;
}

function get(path, key) {
  return new Request(`${ADDRESS}${path}`, { headers: { Authorization: `Bearer ${key}` } });
}
