// What a world is restored from: every part of it, or nothing.
import { describe, expect, test } from "bun:test";
import { restoreWorld } from "../../src/persist/restore-world.ts";
import { createSaver } from "../../src/persist/save-world.ts";
import { SavedPartError } from "../../src/persist/saved-part.ts";
import { createBlueprints } from "../../src/seeds/overlay/scenarios.ts";
import { shelfOf } from "../../src/seeds/overlay/shelf.ts";
import { shelveOrders } from "../../src/seeds/overlay/shelve-orders.ts";
import type { Layer } from "../../src/seeds/resolve/layer.ts";
import { createKey } from "../../src/world/changes/keys.ts";
import { changeLimits } from "../../src/world/changes/limits.ts";
import { addOrder } from "../../src/world/changes/orders.ts";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { createWorld, type World } from "../../src/world/world.ts";
import { bodyFor, IDS, loadTexts, NOW, SEEDS } from "../support/sandbox.ts";
import { createSleeper } from "../world/sleeper.ts";

const system = () => NOW;

/** Saves a world once. */
function partsOf(world: World): Map<string, string> {
  const parts = new Map<string, string>();
  createSaver(
    () => world,
    (part, json) => {
      if (json !== undefined) parts.set(part, json);
    },
  ).save();
  return parts;
}

function baseOf(text: string): Layer {
  const { seeds } = loadTexts(text);
  if (seeds === undefined) throw new TypeError("the seeds of this test have a mistake");
  return createBlueprints(seeds, { now: NOW }).base;
}

describe("a world that was restored", () => {
  test("keeps on hiding keys that were taken out of it", async () => {
    const world = createWorld("w", baseOf(SEEDS), system);
    await changeWorld(world, { keys: [{ key: "mst_acme_full", remove: true }] });
    const restored = restoreWorld("w", world.blueprint, system, partsOf(world));
    expect(restored.maskKeys("of mst_acme_full")).toBe("of mst_…ll");
    expect(restored.formerKeys).toEqual(["mst_acme_full"]);
  });

  test("counts what came back into its buckets before they get another limit", async () => {
    let time = NOW;
    const limited = SEEDS.replace(
      "rateLimit: off",
      "rateLimit: { capacity: 9, refillPerSecond: 1 }",
    );
    const world = createWorld("w", baseOf(limited), () => time);
    const [key] = [...world.state.keys.values()];
    if (key === undefined) throw new TypeError("the seeds of this test hold no key");
    world.rateLimiter.fill(key, 0);
    const restored = restoreWorld("w", world.blueprint, () => time, partsOf(world));
    time += 4_000;
    await changeLimits(restored, { rateLimit: { capacity: 9, refillPerSecond: 0.001 } });
    expect(restored.rateLimiter.look(key)?.tokens).toBe(4);
  });

  test("sends a request again with the key and the body that were sent", async () => {
    const { call, save, sleep } = await createSleeper({ world: "w", made: {} });
    const body = bodyFor(IDS.atlas);
    const { id } = await call("checkout-links", { key: "mst_acme_links", world: "w", body });
    save();
    const again = await sleep().must(201, "POST", `/worlds/w/requests/${id}/replay`);
    expect(again).toMatchObject({ status: 201, key: "mst_…ks", request: { body } });
  });

  test("shows nothing of the time before in its chart", async () => {
    const { call, save, sleep } = await createSleeper({ world: "default" });
    await call("ping", { key: "mst_acme_full" });
    save();
    const { ok } = sleep().worlds.default.journal.traffic();
    expect(ok.every((count) => count === 0)).toBe(true);
  });

  test("has its orders read only where they were changed", async () => {
    const rows = Array.from(
      { length: 12_000 },
      (_, n) => `  - { product: ATLAS-1, ref: r${n}, amountMinor: ${n}, createdAt: now-${n}m }\n`,
    );
    const { seeds } = loadTexts(SEEDS.replace("settings:\n", `${rows.join("")}settings:\n`));
    if (seeds === undefined) throw new TypeError("the seeds of this test have a mistake");
    const shelved = shelveOrders(seeds, { now: NOW });
    let reads = 0;
    const orders = Object.defineProperty({ ...shelfOf(shelved.base) }, "text", {
      get() {
        reads++;
        return shelfOf(shelved.base)?.text;
      },
    });
    const base = () =>
      createBlueprints({ ...shelved, base: { ...shelved.base, orders } as never }, { now: NOW })
        .base;

    const world = createWorld("w", base(), system);
    const { key } = await createKey(world, { merchant: "acme" });
    const listed = (asked: World) =>
      asked.state.merchants.map((merchant) => JSON.stringify(asked.listOrders(merchant)));
    const restored = restoreWorld("w", base(), system, partsOf(world));
    expect([restored.findKey(key)?.merchant.slug, listed(restored), reads]).toEqual([
      "acme",
      listed(world),
      0,
    ]);

    await addOrder(world, { product: "ATLAS-1", amountMinor: "1" });
    const parts = partsOf(world);
    expect(parts.get("orders")).toBe('[["same",0,12002],["own",0,1]]');
    const other = restoreWorld("w", base(), system, parts);
    expect(listed(other)).toEqual(listed(world));
    expect(other.state.orderCount).toBe(12_003);
  });
});

test("entries that outlive others keep their numbers, and new ones take none of theirs", async () => {
  const world = createWorld("w", baseOf(SEEDS), system);
  const parts = new Map<string, string>();
  const saver = createSaver(
    () => world,
    (part, json) => {
      if (json === undefined) parts.delete(part);
      else parts.set(part, json);
    },
  );
  const steps = [
    { keys: [1, 2, 3].map((n) => ({ key: `mst_made_${n}`, merchant: "acme" })) },
    { keys: [1, 2].map((n) => ({ key: `mst_made_${n}`, remove: true })) },
    { keys: [4, 5].map((n) => ({ key: `mst_made_${n}`, merchant: "acme" })) },
  ];
  for (const step of steps) {
    await changeWorld(world, step);
    saver.save();
    const restored = restoreWorld("w", world.blueprint, system, parts);
    expect([...restored.state.keys]).toEqual([...world.state.keys]);
  }
  expect(parts.get("keys")).toBe('[["same",0,11],["own",2,3]]');
});

describe("a part that can't be read is refused", () => {
  const blueprint = baseOf(`${SEEDS}faults: [{ respond: 503, after: 1 }]\n`);

  const saved = async () => {
    const { must, call, save, parts } = await createSleeper({
      seeds: `${SEEDS}faults: [{ respond: 503, after: 1 }]\n`,
      world: "default",
    });
    await must(201, "POST", "/worlds/default/keys", { key: "mst_made_1234", merchant: "acme" });
    for (let n = 0; n < 3; n++) await call("ping", { key: "mst_acme_once" });
    save();
    return new Map(parts);
  };

  test.each([
    ["clock", undefined, "it is missing"],
    ["clock", "{", "it is not JSON"],
    ["clock", '{"real":true}', 'ahead must be "ahead", received undefined'],
    ["clock", '{"real":1,"ahead":0}', "real must be boolean, received 1"],
    ["bucket/mst_acme_once", '{"tokens":null,"at":0}', "tokens must be number, received null"],
    ["fault/1", '{"passed":-1,"hits":0,"random":1}', "passed must be >=0, received -1"],
    ["fault/2", '{"passed":1,"hits":0,"random":2}', "nothing refers to it"],
    ["something", "1", "nothing refers to it"],
    ["keys", '[["same",0,12]]', "the seeds have no entry 11"],
    ["keys", '[["same",0,11],["own",0,2]]', 'the saved part "keys/1"'],
    ["keys", '[["same",0,11]]', 'the saved part "keys/0" can\'t be read: nothing refers to it'],
    ["keys", '[["same",0,1],["same",0,1],["own",0,1]]', "it is out of order"],
    [
      "keys",
      '[["own",0,1],["own",0,1]]',
      'the saved part "keys/0" can\'t be read: it is referred to twice',
    ],
    [
      "keys/0",
      '{"seed":{"key":"mst_acme_once","merchant":"acme"},"path":"p","line":0}',
      "this `key` is already that of the key",
    ],
    ["keys/0", undefined, "it is missing"],
    ["keys/0", '{"seed":{"key":"short"},"path":"","line":0}', "seed.key must be 8 to 256 visible"],
    [
      "keys/0",
      '{"seed":{"key":"mst_made_1234","merchant":"nobody"},"path":"p","line":0}',
      "no merchant is called `nobody`",
    ],
    ["request/0", '{"id":"req_1"}', "time must be"],
    ["request/1", undefined, 'the saved part "request/1" can\'t be read: it is missing'],
    ["request/x", "{}", 'the saved part "request/3" can\'t be read: it is missing'],
    ["formerKeys", "{}", "it must be Array, received Object"],
    ["overrides", '{"rateLimit":"on"}', "rateLimit must be off, or a mapping"],
  ])("%s as %s", async (part, json, reason) => {
    const parts = await saved();
    expect(
      restoreWorld("default", blueprint, system, parts).findKey("mst_made_1234"),
    ).toBeDefined();
    if (json === undefined) parts.delete(part);
    else parts.set(part, json);
    const restore = () => restoreWorld("default", blueprint, system, parts);
    expect(restore).toThrow(SavedPartError);
    expect(restore).toThrow(reason);
  });

  test.each([
    ["headers", [["", "x"]]],
    ["body", { text: "!" }],
  ])("request/0 with %s as no request has them", async (field, value) => {
    const parts = await saved();
    const request = { ...JSON.parse(parts.get("request/0") ?? ""), [field]: value };
    parts.set("request/0", JSON.stringify(request));
    const restore = () => restoreWorld("default", blueprint, system, parts);
    expect(restore).toThrow('the saved part "request/0" can\'t be read');
  });
});
