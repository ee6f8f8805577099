// One overlay, given in every way: as a scenario, as the scenario of the default world, and in the call that makes a
// world. The worlds are the same, and `now` is when each of them starts.
import { expect, test } from "bun:test";
import { parse } from "yaml";
import { SEEDS, sandbox } from "../support/sandbox.ts";

const OVERLAYS = {
  "relative times": `
keys: [{ key: mst_acme_full, expiresAt: now+3s }, { key: mst_added, merchant: globex, expiresAt: now+1d }]
orders:
  - { product: ATLAS-1, amountMinor: 5, createdAt: now-1h }
  - { product: GLOBE-1, ref: "r-{n}", amountMinor: "{n}", createdAt: now-2d, repeat: { times: 3, every: 1h } }
`,
  "a clock of its own": `
orders: [{ product: ATLAS-1, amountMinor: 5, createdAt: now-1h }]
settings: { clock: { now: "2030-01-01T00:00:00Z", frozen: true } }
`,
  "a clock that counts from the start": `
orders: [{ product: ATLAS-1, amountMinor: 5, createdAt: now }]
settings: { clock: { now: now-3d } }
`,
  "changes and removals": `
products: [{ publicCode: ATLAS-1, currency: JPY }, { publicCode: DRAFT-1, remove: true }]
merchants: [{ slug: closed, sandboxAccess: true }]
faults:
settings: { rateLimit: { capacity: 2, refillPerSecond: 1 } }
apiKey: mst_globex_full
`,
};

test.each(Object.entries(OVERLAYS))("%s", async (_name, overlay) => {
  const seeds = `${SEEDS}faults: [{ respond: 503 }]\n`;
  const scenarios = { over: overlay };
  const made = sandbox({ seeds, scenarios });
  made.pass(10);
  made.handle("over").reset();
  const byScenario = await made.world({ name: "a", scenario: "over" });
  const byBody = await made.world({ name: "b", seeds: parse(overlay) });
  const other = sandbox({ seeds, scenarios, scenario: "over", now: made.worlds.now() });
  const worlds = [made.handle("over"), byScenario, byBody, other.handle("default")];
  const shown = worlds.map(async (world) => {
    const { apiKey, merchantId } = world;
    const snapshot = (await world.snapshot()).replace(`world ${world.name} `, "world NAME ");
    return { apiKey, merchantId, snapshot };
  });
  const [first, ...others] = await Promise.all(shown);
  expect<unknown[]>(others).toEqual(others.map(() => first));
});

test("a key that lasts three seconds does so from the start of each world", async () => {
  const made = sandbox({
    scenarios: { over: "keys: [{ key: mst_acme_full, expiresAt: now+3s }]" },
  });
  const status = async (world: string) =>
    (await made.call("ping", { key: "mst_acme_full", world })).status;
  const over = made.handle("over");
  made.pass(4);
  expect(await status("over")).toBe(401);
  over.reset();
  expect(await status("over")).toBe(200);
  await made.world({ name: "late", scenario: "over" });
  made.pass(4);
  expect([await status("over"), await status("late")]).toEqual([401, 401]);
});
