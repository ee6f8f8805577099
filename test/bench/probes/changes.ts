// Changes one thing of a world again and again, in a process of its own, and prints the milliseconds of
// each change.
import { createSandbox } from "../../../src/library/library.ts";
import { loadSeeds } from "../../../src/seeds/load.ts";
import { writeOrders } from "../orders.ts";

const TIMES = 15;

const files = [{ path: "seeds.yaml", text: writeOrders(Number(process.argv[2])) }];
const { handle, worlds } = createSandbox({ seeds: loadSeeds({ files, now: Date.now() }) });
const { keys, products, orders } = handle("default");
const { state } = worlds.default;
const [product] = state.products.values();
const listed = state.merchants.flatMap((merchant) => worlds.default.listOrders(merchant).items);
const newest = listed.at(25)?.id ?? listed[0]?.id ?? "";

const changes = {
  "a new key": () => keys.create({ merchant: "acme" }),
  "a product that changes": () => products.change(product?.id ?? "", { version: 2 }),
  "a refund of a listed order": () => orders.change(newest, { refundedMinor: "1" }),
  "a new order": () => orders.add({ product: "ATLAS-1", amountMinor: "1" }),
};

const ms: Record<string, number[]> = {};
for (const [what, change] of Object.entries(changes)) {
  const taken: number[] = [];
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now();
    await change();
    taken.push(performance.now() - started);
  }
  ms[what] = taken;
}
process.stdout.write(JSON.stringify(ms));
