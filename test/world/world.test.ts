// A world by itself: its clock, and the key that it shows to clients.
import { describe, expect, test } from "bun:test";
import { revokeKey } from "../../src/world/changes/keys.ts";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { createClock } from "../../src/world/clock.ts";
import { NOW, SEEDS, sandbox } from "../support/sandbox.ts";

const absolute = (ms: number) => ({ ms, fraction: "", relative: false });

describe("a clock", () => {
  test("stops at the end of the year 9999", () => {
    const end = Date.parse("9999-12-31T23:59:59.999Z");
    let time = 0;
    const clock = createClock({ now: absolute(end - 1), frozen: false }, () => time);
    time += 5;
    expect(clock.now()).toBe(end);
  });

  const START = Date.parse("2030-01-01T00:00:00Z");

  test.each([
    ["runs with the system", undefined, false, NOW, NOW + 5],
    ["runs from a time that is given", START, false, START, START + 5],
    ["is frozen at the system's time", undefined, true, NOW, NOW],
    ["is frozen at a given time", START, true, START, START],
  ])("%s", (_name, now, frozen, before, after) => {
    let time = NOW;
    const clock = createClock({ now: now === undefined ? now : absolute(now), frozen }, () => time);
    expect([clock.now(), clock.frozen]).toEqual([before, frozen]);
    time += 5;
    expect(clock.now()).toBe(after);
  });

  test("takes the overrides rather than the seeds' settings", () => {
    const seeds = `${SEEDS}  clock: { now: "2030-01-01T00:00:00Z", frozen: true }\n`;
    const { worlds, pass } = sandbox({ seeds, overrides: { now: 1_000, frozen: false } });
    pass(1);
    expect(worlds.default.clock.now()).toBe(2_000);
  });
});

describe("the revision of a world", () => {
  test("is the same until the state is another, and never that of another world", async () => {
    const made = sandbox();
    const world = made.worlds.default;
    const first = world.revision;
    await made.call("ping", { key: "mst_acme_full" });
    world.clock.advance(1_000);
    expect(world.revision).toBe(first);
    await revokeKey(world, "mst_acme_full");
    const revisions = [first, world.revision, made.worlds.reset("default").revision];
    expect(new Set(revisions).size).toBe(3);
  });
});

describe("the default key", () => {
  const advertised = (keys: string) =>
    sandbox({
      seeds: `
merchants: [{ slug: acme }, { slug: closed, sandboxAccess: false }]
keys:
${keys}
  - { key: mst_the_one, merchant: acme }
  - { key: mst_too_late, merchant: acme }
`,
    }).worlds.default.advertisedKey()?.key;

  test.each([
    ["is the first", ""],
    ["is active", "  - { key: mst_revoked, merchant: acme, status: revoked }"],
    ["has not expired", "  - { key: mst_expired, merchant: acme, expiresAt: now }"],
    [
      "holds all scopes",
      "  - { key: mst_reads, merchant: acme, scopes: [catalog:read, orders:read] }",
    ],
    ["has sandbox access", "  - { key: mst_closed, merchant: acme, sandboxAccess: false }"],
    ["is of a merchant with sandbox access", "  - { key: mst_merchant, merchant: closed }"],
  ])("%s", (_name, keys) => {
    expect(advertised(keys)).toBe("mst_the_one");
  });

  const keys = `
merchants: [{ slug: acme }]
keys:
  - { key: mst_short, merchant: acme, expiresAt: now+1h }
  - { key: mst_long, merchant: acme, expiresAt: now+2h }
  - { key: mst_again, merchant: acme }
`;

  test.each([
    ["expires", "keys: [{ key: mst_short, expiresAt: now-1h }]"],
    ["is revoked", "keys: [{ key: mst_short, status: revoked }]"],
    ["has no scope", "keys: [{ key: mst_short, scopes: [] }]"],
    ["has no sandbox access", "merchants: [{ slug: acme, sandboxAccess: false }]"],
    ["is not the first", "keys: [{ key: mst_before, merchant: acme }]"],
  ])("stays that of the base in a scenario if it %s", (_name, scenario) => {
    const made = sandbox({ seeds: keys, scenarios: { odd: scenario } });
    expect(made.worlds.get("odd").advertisedKey()?.key).toBe("mst_short");
    expect(made.handle("odd").apiKey).toBe("mst_short");
  });

  test("stays the same whatever a test does to it, and is back after a reset", async () => {
    const { world, worlds, pass } = sandbox({ seeds: keys });
    const mine = await world({ name: "mine" });
    pass(3_600);
    expect(mine.apiKey).toBe("mst_short");
    await mine.keys.revoke("mst_short");
    expect(mine.apiKey).toBe("mst_short");
    await mine.change({ keys: [{ key: "mst_short", remove: true }] });
    expect(mine.apiKey).toBe("mst_again");
    await mine.keys.create({ key: "mst_about", merchant: "acme" });
    expect(mine.apiKey).toBe("mst_about");
    mine.reset();
    expect(mine.apiKey).toBe("mst_short");
    changeWorld(worlds.default, { merchants: [{ slug: "acme", remove: true }] });
    expect(worlds.default.advertisedKey()).toBeUndefined();
  });

  test("is the first by name if none of the base works for all", () => {
    const reads = keys.replaceAll("acme, expiresAt", "acme, scopes: [], expiresAt");
    const seeds = reads.replace(
      "mst_again, merchant: acme",
      "mst_again, merchant: acme, status: revoked",
    );
    expect(sandbox({ seeds }).handle("default").apiKey).toBe("mst_again");
  });

  const naming = (key: string) => `apiKey: ${key}\n`;

  test("is another one if a scenario, the seeds or a new world name it", async () => {
    const scenarios = { named: naming("mst_long"), beyond: "extends: named" };
    const made = sandbox({ seeds: keys, scenarios });
    expect(made.handle("default").apiKey).toBe("mst_short");
    expect(made.handle("named").apiKey).toBe("mst_long");
    expect(made.handle("beyond").apiKey).toBe("mst_long");
    const own = await made.world({ scenario: "named", seeds: { apiKey: "mst_again" } });
    expect(own.apiKey).toBe("mst_again");
    expect(sandbox({ seeds: naming("mst_long") + keys }).handle("default").apiKey).toBe("mst_long");
  });

  test("can't be set by a change of a running world, and must exist", async () => {
    const made = sandbox({ seeds: keys, scenarios: { other: "" } });
    await expect(made.handle("default").change({ apiKey: "mst_long" })).rejects.toThrow(
      "the default key of a running world can't be changed",
    );
    await expect(made.world({ seeds: { apiKey: "mst_lon" } })).rejects.toThrow(
      "/seeds/apiKey error: unknown key `mst_lon` [unknown-reference]\n  Did you mean `mst_long`?",
    );
  });
});

test("a change whose second part throws is not made", () => {
  const { worlds } = sandbox();
  const world = worlds.default;
  const { state, faults } = world;
  const change = () =>
    changeWorld(world, { settings: { listOrder: "oldest" }, faults: [] }, "", () => {
      throw new RangeError("no");
    });
  expect(change).toThrow("no");
  expect(world.state).toBe(state);
  expect(world.faults).toBe(faults);
});

test("lists are a merchant's own, also if the merchant was found before a change", () => {
  const { worlds } = sandbox();
  const world = worlds.default;
  const key = world.findKey("mst_acme_full");
  if (key === undefined) throw new TypeError("the seeds of this test hold no such key");
  const [products, orders] = [world.listProducts(key.merchant), world.listOrders(key.merchant)];
  changeWorld(world, { merchants: [{ slug: "acme", name: "Acme & Daughters" }] });
  expect(world.listProducts(key.merchant).total).toBe(products.total);
  expect(world.listOrders(key.merchant)).toEqual(orders);
  expect(orders.total).toBeGreaterThan(0);
});
