// What a program may give as seeds: a value, a path, or what `loadSeeds` made of text.
import { describe, expect, test } from "bun:test";
import { createSandbox, InvalidSeedsError, type SeedData, startSandbox } from "../../src/index.ts";
import { loadSeeds } from "../../src/library/load-seeds.ts";
import { requestOf } from "../support/sandbox.ts";

const key = "mst_bakery_full";
const DATA: SeedData = {
  merchants: [{ slug: "bakery" }],
  keys: [{ key, merchant: "bakery" }],
  products: [{ publicCode: "BREAD", merchant: "bakery", currency: "EUR" }],
  orders: [{ product: "BREAD", amountMinor: 350, createdAt: "now-1h" }],
  settings: { clock: { now: "2026-10-17T09:00:00Z", frozen: true } },
};
const TEXT = `
merchants: [{slug: bakery}]
keys: [{key: ${key}, merchant: bakery}]
products: [{publicCode: BREAD, merchant: bakery, currency: EUR}]
orders: [{product: BREAD, amountMinor: 350, createdAt: now-1h}]
settings: {clock: {now: "2026-10-17T09:00:00Z", frozen: true}}
`;

describe("seeds that are a value", () => {
  test("are served like the same in YAML, and reset to", async () => {
    const files = [{ path: "seeds.yaml", text: TEXT }];
    const ofText = createSandbox({ seeds: loadSeeds({ files }) }).handle("default");
    const sandbox = createSandbox({ seeds: DATA });
    const world = sandbox.handle("default");
    expect(world.orders.list()).toEqual(ofText.orders.list());
    expect(await world.snapshot()).toBe(await ofText.snapshot());
    expect((await sandbox.api.fetch(requestOf("orders", { key }))).status).toBe(200);
    await world.keys.revoke(key);
    world.reset();
    expect(world.keys.list().map(({ status }) => status)).toEqual(["active"]);
  });

  test("are served by a sandbox that listens", async () => {
    await using sandbox = await startSandbox({ port: 0, seeds: DATA });
    const headers = { Authorization: `Bearer ${sandbox.apiKey}` };
    const { status } = await fetch(`${sandbox.baseUrl}/api/v1/integration/ping`, { headers });
    expect([sandbox.apiKey, status]).toEqual([key, 200]);
  });

  test("have all their mistakes reported, each by its JSON pointer", () => {
    const seeds = Object({
      keys: [{ key, merchant: "bakry", scope: [] }],
      merchants: DATA.merchants,
    });
    expect(() => createSandbox({ seeds })).toThrow(InvalidSeedsError);
    expect(() => createSandbox({ seeds })).toThrow(
      /^\/keys\/0\/scope error: unknown field `scope`.*\n {2}Did you mean `scopes`\?/,
    );
  });

  test("are not a path if nothing reads files", () => {
    const seeds: SeedData = Object("./seeds").valueOf();
    expect(() => createSandbox({ seeds })).toThrow(
      "`seeds` must be an object with the fields of a seed file, or what `loadSeeds` returns. Only `startSandbox` takes a path.",
    );
  });
});

describe("an option with an unknown name", () => {
  const typo = Object({ prt: 0 });
  const message = "/prt: unknown field. Did you mean `port`?";

  test("is an error of startSandbox", async () => {
    await expect(startSandbox(typo)).rejects.toThrow(message);
  });

  test("is an error of createSandbox", () => {
    expect(() => createSandbox(Object({ port: 0 }))).toThrow("/port: unknown field.");
    expect(() => createSandbox({ host: undefined })).not.toThrow();
  });
});

describe("an invalid value", () => {
  const ttl = "/worldTtl: must be a duration such as 7d or 12h, at most ten years";
  const port = "must be a port from 0 to 65535";

  test.each([
    [{ port: 0, worldTtl: "a week" }, ttl],
    [{ port: 0, worldTtl: 7 }, ttl],
    [{ port: "x" }, `/port: ${port}`],
    [{ port: 0, hostedPort: 65_536 }, `/hostedPort: ${port}`],
  ])("is an error of startSandbox: %j", async (options, message) => {
    await expect(startSandbox(Object(options))).rejects.toThrow(message);
  });

  test("is an error of createSandbox", () => {
    expect(() => createSandbox({ worldTtl: "a week" })).toThrow(ttl);
    expect(() => createSandbox({ worldTtl: undefined })).not.toThrow();
  });
});

test("a mistake in text is found without a time", () => {
  const { diagnostics } = loadSeeds({ files: [{ path: "a.yaml", text: "shops: []" }] });
  expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-field"]);
});
