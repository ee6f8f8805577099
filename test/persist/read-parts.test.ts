// What a world is restored from: every part of it, or nothing.
import { describe, expect, test } from "bun:test";
import { SavedPartError } from "../../src/persist/parts.ts";
import { createSaver, readSavedWorld } from "../../src/persist/save-parts.ts";
import { resolveSeeds } from "../../src/seeds/overlay/scenarios.ts";
import type { Layer } from "../../src/seeds/resolve/layer.ts";
import { createKey } from "../../src/world/changes/keys.ts";
import { changeLimits } from "../../src/world/changes/limits.ts";
import { addOrder } from "../../src/world/changes/orders.ts";
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
  return resolveSeeds(seeds).base;
}

describe("a world that was restored", () => {
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
    const restored = readSavedWorld("w", world.layer, () => time, partsOf(world));
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
    expect(again).toMatchObject({ status: 201, key: "mst_acme_links", request: { body } });
  });

  test("has the code of the error of a request", async () => {
    const { call, save, sleep } = await createSleeper({ world: "w", made: {} });
    const { id } = await call("orders", { key: "mst_unknown", world: "w" });
    save();
    const { journal } = sleep().worlds.get("w");
    expect(journal.find(id)?.code).toBe("unauthorized");
  });

  test("shows nothing of the time before in its chart", async () => {
    const { call, save, sleep } = await createSleeper({ world: "default" });
    await call("ping", { key: "mst_acme_full" });
    save();
    const { ok } = sleep().worlds.default.journal.traffic();
    expect(ok.every((count) => count === 0)).toBe(true);
  });

  test("is the same after its log was compacted into a snapshot", async () => {
    let world = createWorld("w", baseOf(SEEDS), system);
    const parts = new Map<string, string>();
    const saver = createSaver(
      () => world,
      (part, json) => {
        if (json === undefined) parts.delete(part);
        else parts.set(part, json);
      },
    );
    const stateOf = ({ state, listOrders }: World) => [
      state.merchants.map((merchant) => listOrders(merchant).items),
      [...state.keys.keys()],
      state.settings,
    ];
    const { key } = createKey(world, { merchant: "acme", expiresAt: "now+1h" });
    for (let n = 0; n < 250; n++) {
      addOrder(world, { product: "ATLAS-1", amountMinor: `${n}` });
      if (n % 40 === 0) saver.save();
    }
    saver.save();
    expect([...parts.keys()].filter((part) => part.startsWith("change/")).length).toBeLessThan(100);
    expect(parts.has("snapshot")).toBe(true);
    const before = stateOf(world);
    const expected = { key: world.findKey(key)?.expiresAt?.ms, count: world.state.orderCount };
    world = readSavedWorld("w", world.layer, system, parts);
    expect(stateOf(world)).toEqual(before);
    expect({ key: world.findKey(key)?.expiresAt?.ms, count: world.state.orderCount }).toEqual(
      expected,
    );
  });
});

describe("a part that can't be read is rejected", () => {
  const layer = baseOf(`${SEEDS}faults: [{ respond: 503, after: 1 }]\n`);

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
    ["record", undefined, "`record` is missing"],
    ["record", "{", "`record` is not JSON, or only a part of it"],
    ["record", "{}", "`record.start` is missing"],
    ["change/0", "{", "`change/0` is not JSON, or only a part of it"],
    ["change/0", '{"now":0}', "`change/0.overlay` is missing"],
    [
      "change/0",
      '{"now":0,"overlay":{"keys":[{"key":"short"}]}}',
      "`key` must be 8 to 256 visible",
    ],
    [
      "change/0",
      '{"now":0,"overlay":{"keys":[{"key":"mst_made_1234","merchant":"nobody"}]}}',
      "unknown merchant `nobody`",
    ],
    ["snapshot", '{"seeds":{},"overrides":{}}', "`snapshot.seeds.base` is missing"],
    ["request/0", '{"id":"req_1"}', "`request/0.number` is missing"],
  ])("%s as %s", async (part, json, reason) => {
    const parts = await saved();
    expect(readSavedWorld("default", layer, system, parts).findKey("mst_made_1234")).toBeDefined();
    if (json === undefined) parts.delete(part);
    else parts.set(part, json);
    const restore = () => readSavedWorld("default", layer, system, parts);
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
    const restore = () => readSavedWorld("default", layer, system, parts);
    expect(restore).toThrow("`request/0");
  });
});
