// Makes worlds over seeds of some size, in a process of its own, and prints what each of them took.
import * as v from "valibot";
import { createSandbox } from "../../../src/library/library.ts";
import { loadSeeds } from "../../../src/seeds/load.ts";
import { writeOrders } from "../orders.ts";

const WAYS = {
  base: {},
  scenario: { scenario: "revoked" },
  overlay: { seeds: { keys: [{ key: "mst_of_test", merchant: "acme" }] } },
} as const;

const ArgumentsSchema = v.tuple([
  v.picklist(["base", "scenario", "overlay"]),
  v.pipe(v.string(), v.toNumber()),
  v.pipe(v.string(), v.toNumber()),
]);

const BATCH = 100;

const [way, orders, count] = v.parse(ArgumentsSchema, process.argv.slice(2));
const files = [
  { path: "seeds.yaml", text: writeOrders(orders) },
  {
    path: "scenarios/revoked.yaml",
    text: "keys: [{ key: mst_acme_full, status: revoked }]\n",
    scenario: "revoked",
  },
];
const { world } = createSandbox({ seeds: loadSeeds({ files, now: Date.now() }) });
// Why: the first of a kind resolves its scenario, and warms the code up.
for (let n = 0; n < 2 * BATCH; n++) (await world(WAYS[way])).drop();

const heap = heapUsed();
const resident = process.memoryUsage.rss();
const micros: number[] = [];
for (let made = 0; made < count; made += BATCH) {
  const started = performance.now();
  for (let n = 0; n < BATCH; n++) await world(WAYS[way]);
  micros.push(((performance.now() - started) * 1_000) / BATCH);
}
const heapBytes = (heapUsed() - heap) / count;
const residentBytes = (process.memoryUsage.rss() - resident) / count;
process.stdout.write(JSON.stringify({ micros, heapBytes, residentBytes }));

function heapUsed(): number {
  for (let n = 0; n < 3; n++) Bun.gc(true);
  return process.memoryUsage().heapUsed;
}
