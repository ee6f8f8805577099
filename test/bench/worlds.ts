// What a world costs over seeds of 100 000 orders: 10 000 of them are made, in a fresh process for each
// way of making them, and the time and the memory of each are printed. Then what a change of one costs.

import { createSandbox } from "../../src/library.ts";
import { loadSeeds } from "../../src/seeds/load.ts";
import { median, writeOrders } from "./orders.ts";

const WORLDS = 10_000;
const ORDERS = 100_000;
const BATCH = 100;

const REVOKED = "keys: [{ key: mst_acme_full, status: revoked }]\n";
const WAYS = {
  "over the base": {},
  "over a scenario": { scenario: "revoked" },
  "with an overlay of one key": {
    seeds: { keys: [{ key: "mst_of_test", merchant: "acme" }] },
  },
} as const;
type Way = keyof typeof WAYS;

const isWay = (text: string): text is Way => text in WAYS;

const way = process.argv[2] ?? "";
if (isWay(way)) await measureWorlds(way);
else if (way === "changes") await measureChanges();
else {
  for (const each of [...Object.keys(WAYS), "changes"]) {
    const child = Bun.spawnSync([process.execPath, import.meta.path, each], { stderr: "inherit" });
    process.stdout.write(child.stdout);
  }
}

/** Makes worlds and prints what each takes. */
async function measureWorlds(name: Way): Promise<void> {
  const { world, worlds } = create(ORDERS);
  // Why: the first of a kind resolves its scenario, and warms the code up.
  for (let n = 0; n < 200; n++) (await world(WAYS[name])).drop();
  const heap = heapUsed();
  const resident = process.memoryUsage.rss();
  const batches: number[] = [];
  for (let n = 0; n < WORLDS / BATCH; n++) {
    const started = performance.now();
    for (let m = 0; m < BATCH; m++) await world(WAYS[name]);
    batches.push(((performance.now() - started) * 1_000) / BATCH);
  }
  const bytes = (heapUsed() - heap) / WORLDS;
  const more = (process.memoryUsage.rss() - resident) / WORLDS;
  process.stdout.write(
    `${worlds.size} worlds over ${ORDERS} orders, ${name}: ${median(batches).toFixed(1)} µs each ` +
      `(${Math.min(...batches).toFixed(1)}–${Math.max(...batches).toFixed(1)}), ` +
      `${bytes.toFixed(0)} bytes of heap and ${more.toFixed(0)} resident\n`,
  );
}

/** Changes one thing of a world again and again, and prints what each takes. */
async function measureChanges(): Promise<void> {
  for (const size of [1_000, 10_000, 100_000]) {
    const { handle, worlds } = create(size);
    const { keys, products, orders } = handle("default");
    const [product] = worlds.default.state.products.values();
    const listed = worlds.default.state.merchants.flatMap(
      (merchant) => worlds.default.listOrders(merchant).items,
    );
    const newest = listed[25]?.id ?? "";
    const figures = {
      "a key": () => keys.create({ merchant: "acme" }),
      "a product": () => products.change(product?.id ?? "", { version: 2 }),
      "a listed order": () => orders.change(newest, { refundedMinor: "1" }),
      "a new order": () => orders.add({ product: "ATLAS-1", amountMinor: "1" }),
    };
    const shown = [];
    for (const [what, change] of Object.entries(figures)) {
      const times: number[] = [];
      for (let n = 0; n < 15; n++) {
        const started = performance.now();
        await change();
        times.push(performance.now() - started);
      }
      shown.push(`${what} ${median(times).toFixed(1)}`);
    }
    process.stdout.write(`ms of a change over ${size} orders: ${shown.join(", ")}\n`);
  }
  await measureWeight();
}

/** Changes one key of a world 10 000 times, and prints what is left of it in memory. */
async function measureWeight(): Promise<void> {
  const { handle } = create(10);
  const { keys } = handle("default");
  await keys.revoke("mst_acme_full");
  const heap = heapUsed();
  for (let n = 0; n < WORLDS; n++) await keys.revoke("mst_acme_full");
  const kilobytes = (heapUsed() - heap) / 1024;
  process.stdout.write(`${WORLDS} changes of one key: ${kilobytes.toFixed(0)} KiB of heap more\n`);
}

function create(orders: number) {
  const files = [
    { path: "seeds.yaml", text: writeOrders(orders) },
    { path: "scenarios/revoked.yaml", text: REVOKED, scenario: "revoked" },
  ];
  return createSandbox({ seeds: loadSeeds({ files, now: Date.now() }) });
}

function heapUsed(): number {
  for (let n = 0; n < 3; n++) Bun.gc(true);
  return process.memoryUsage().heapUsed;
}
