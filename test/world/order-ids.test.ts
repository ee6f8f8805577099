// An order whose id was made is named by the id that GET /orders lists, wherever an overlay may name an order.
import { expect, test } from "bun:test";
import { SEEDS, sandbox } from "../support/sandbox.ts";

const MADE = `
  - { product: ATLAS-1, amountMinor: 1, createdAt: now-3h }
  - { product: ATLAS-1, ref: "daily-{n}", amountMinor: 2, createdAt: now-30d, repeat: { times: 3, every: 1d } }
`;
const seeds = SEEDS.replace("settings:", `${MADE.slice(1)}settings:`);
const key = "mst_acme_full";

interface Listed {
  readonly id: string;
  readonly state: string;
}

async function list(made: ReturnType<typeof sandbox>, world = "default"): Promise<Listed[]> {
  return JSON.parse((await made.call("orders", { key, world })).text);
}

test("each order of the list is changed by its id: in a scenario, a new world, and a running one", async () => {
  const before = await list(sandbox({ seeds }));
  expect(before).toHaveLength(6);
  for (const [at, { id }] of before.entries()) {
    const named = id.toUpperCase();
    const expected = before.map((order, n) => (n === at ? { ...order, state: "SEEN" } : order));
    const made = sandbox({
      seeds,
      scenarios: { named: `orders: [{ id: ${named}, state: SEEN }]` },
    });
    const orders = [{ id: named, state: "SEEN" }];
    await made.world({ name: "new", seeds: { orders } });
    expect(await list(made, "named")).toEqual(expected);
    expect(await list(made, "new")).toEqual(expected);
    await made.handle("default").change({ orders });
    expect(await list(made)).toEqual(expected);
  }
});

test("an order that is added can't take an id that was made for another", async () => {
  const made = sandbox({ seeds });
  for (const { id } of await list(made)) {
    const order = { id, product: "DRAFT-1", amountMinor: "9" };
    await expect(made.handle("default").orders.add(order)).rejects.toThrow("The order ");
  }
});

test("one is removed by its id, and the others keep theirs", async () => {
  const [first, ...others] = await list(sandbox({ seeds }));
  const made = sandbox({
    seeds,
    scenarios: { less: `orders: [{ id: ${first?.id}, remove: true }]` },
  });
  expect(await list(made, "less")).toEqual(others);
});
