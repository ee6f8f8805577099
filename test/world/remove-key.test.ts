// What goes with a key that is removed, and what stays.
import { expect, test } from "bun:test";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { createWorld, type World } from "../../src/world/world.ts";
import { loadAll, NOW, SHOP } from "../seeds/load.ts";

const KEYED = `${SHOP}keys: [{ key: mst_acme_full, merchant: acme }, { key: mst_acme_other, merchant: acme }]\n`;

const worldOf = (text: string): World => createWorld("w", loadAll(text).base, () => NOW);

test("faults that do not name the key go on counting", () => {
  const world = worldOf(`${KEYED}faults: [{ respond: 503, times: 2 }]\n`);
  const { faults } = world;
  changeWorld(world, { keys: [{ key: "mst_acme_full", remove: true }] });
  expect(world.faults).toBe(faults);
});

test("a key that was removed and comes back has a full bucket", () => {
  const world = worldOf(`${KEYED}settings: { rateLimit: { capacity: 3, refillPerSecond: 1 } }\n`);
  const key = world.findKey("mst_acme_full");
  if (key === undefined) throw new TypeError("the seeds of this test hold no such key");
  world.rateLimiter.fill(key, 0);
  changeWorld(world, { keys: [{ key: key.key, remove: true }] });
  changeWorld(world, { keys: [{ key: key.key, merchant: key.merchant.slug }] });
  const again = world.findKey(key.key);
  expect(again && world.rateLimiter.look(again)?.tokens).toBe(3);
});
