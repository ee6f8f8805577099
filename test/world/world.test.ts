// A world by itself: its clock, and the key that it shows to clients.
import { describe, expect, test } from "bun:test";
import { revokeKey } from "../../src/world/changes/keys.ts";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { createClock } from "../../src/world/clock.ts";
import { NOW, SEEDS, sandbox } from "../support/sandbox.ts";

const absolute = (ms: number) => ({ ms, fraction: "", relative: false });

describe("a clock", () => {
  test("stands still at the end of the year 9999", () => {
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
    ["stands still at the system's time", undefined, true, NOW, NOW],
    ["stands still at a time that is given", START, true, START, START],
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

describe("the advertised key", () => {
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

  test("is another one once it has expired, and none where no key is left", () => {
    const { worlds, pass } = sandbox({
      seeds: `
merchants: [{ slug: acme }]
keys:
  - { key: mst_short, merchant: acme, expiresAt: now+1h }
  - { key: mst_long, merchant: acme, expiresAt: now+2h }
`,
    });
    const advertised = () => worlds.default.advertisedKey()?.key;
    expect(advertised()).toBe("mst_short");
    pass(3_600);
    expect(advertised()).toBe("mst_long");
    pass(3_600);
    expect(advertised()).toBeUndefined();
  });
});

test("lists are a merchant's own also for who found the merchant before it was changed", () => {
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
