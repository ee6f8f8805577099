// Sleep and wake: the engine may clear an object's memory at any time, also in the middle of a test, and no response
// differs because of it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readForm } from "../pages/shop/shop.ts";
import { type Edge, startEdge } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const ATLAS = "a71a5000-0000-4000-8000-000000000001";
const LIMITED = { rateLimit: { capacity: 4, refillPerSecond: 1 } };

describe("a world that was removed from memory", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge();
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const call = (world: Made, endpoint: string, key = world.apiKey) =>
    edge.ask(`${world.baseUrl}/api/v1/integration/${endpoint}`, {
      headers: { Authorization: `Bearer ${key}` },
    });

  /** All that can be seen of a world without changing it. */
  async function look(world: Made) {
    const paths = ["", "/requests", "/rate-limit", "/faults", "/clock", "/snapshot"];
    const responses = await Promise.all(paths.map((path) => edge.control(world, path)));
    return Promise.all(responses.map((response) => response.text()));
  }

  /** Orders, keys, the clock, faults and a bucket, none as it was in the beginning. */
  async function live(world: Made): Promise<void> {
    const change = async (method: string, path: string, body?: object) =>
      expect((await edge.control(world, path, { method, body })).status).toBeLessThan(300);
    await change("PUT", "/clock", { now: "2026-12-24T18:00:00Z", frozen: true });
    await change("POST", "/orders", { product: ATLAS, amountMinor: "7" });
    await change("PATCH", `/products/${ATLAS}`, { status: "DRAFT" });
    await change("POST", "/keys", { key: "mst_acme_new", merchant: "acme", ...LIMITED });
    await change("POST", "/keys/mst_acme_readonly/revoke");
    await change("POST", "/keys/mst_acme_full/rotate");
    await change("PUT", "/faults", [{ endpoint: "orders", respond: 503, after: 1, times: 2 }]);
    const statuses = [];
    for (const [endpoint, key] of [
      ["orders", "mst_acme_new"],
      ["orders", "mst_acme_new"],
      ["ping", "mst_acme_new"],
      ["ping", "mst_acme_readonly"],
      ["ping", "mst_acme_full"],
    ] as const) {
      statuses.push((await call(world, endpoint, key)).status);
    }
    expect(statuses).toEqual([200, 503, 200, 401, 401]);
  }

  test.each([
    ["is forgotten", (world: Made) => edge.probe("evict", world)],
    ["is alone left of an engine that ended", () => edge.deploy()],
  ])("is as it was when the object %s", async (_how, sleep) => {
    const world = await edge.make({ scenario: "more-than-fifty-orders" });
    await live(world);
    const before = await look(world);
    await sleep(world);
    const moved = { ...world, baseUrl: `${edge.url}/api/w/${world.name}` };
    const after = await look(moved);
    const origin = /http:\/\/127\.0\.0\.1:\d+/g;
    expect(after.map((text) => text.replace(origin, ""))).toEqual(
      before.map((text) => text.replace(origin, "")),
    );
    // Two tokens are left, and the second hit of the fault.
    const statuses = [];
    for (const endpoint of ["orders", "ping", "ping", "ping"]) {
      statuses.push((await call(moved, endpoint, "mst_acme_new")).status);
    }
    expect(statuses).toEqual([503, 200, 200, 429]);
  });

  test("continues a running clock with its offset", async () => {
    const world = await edge.make();
    await edge.control(world, "/clock/advance", { method: "POST", body: { by: "91d" } });
    await edge.probe("evict", world);
    await edge.pass(5_000);
    expect(await (await edge.control(world, "/clock")).json()).toEqual({
      now: "2100-04-02T09:00:05.000Z",
      frozen: false,
    });
  });

  test("accepts the form of a slow shopper", async () => {
    const world = await edge.make();
    const page = await edge.ask(`${world.hostedUrl}/checkout/${ATLAS}`);
    const { action, fields } = readForm(await page.text());
    await edge.probe("evict", world);
    const body = `${new URLSearchParams(fields)}`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const { status } = await edge.ask(action, { method: "POST", body, headers });
    expect(status).toBe(303);
  });

  test("gives one 200 for the last token to two requests that wake it at once", async () => {
    const key = { key: "mst_acme_once", merchant: "acme" };
    const rateLimit = { capacity: 1, refillPerSecond: 0.001 };
    const world = await edge.make({ seeds: { keys: [{ ...key, rateLimit }] } });
    await edge.probe("evict", world);
    const responses = await Promise.all([1, 2].map(() => call(world, "ping", key.key)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 429]);
    await edge.probe("evict", world);
    expect((await call(world, "ping", key.key)).status).toBe(429);
  });

  test("is reset to what it was made from", async () => {
    const order = {
      product: ATLAS,
      ref: "own",
      amountMinor: "5",
      createdAt: "2099-12-31T00:00:00Z",
    };
    const world = await edge.make({ seeds: { orders: [order] } });
    const [beginning] = await look(world);
    await edge.control(world, "/orders", { method: "POST", body: { ...order, ref: "more" } });
    await edge.probe("evict", world);
    expect((await edge.control(world, "/reset", { method: "POST" })).status).toBe(200);
    await edge.probe("evict", world);
    expect((await look(world))[0]).toBe(beginning ?? "");
  });

  test("remembers its last hundred requests", async () => {
    const world = await edge.make({ seeds: { settings: { rateLimit: "off" } } });
    for (let n = 0; n < 104; n += 8)
      await Promise.all(
        Array(8)
          .fill("ping")
          .map((e) => call(world, e)),
      );
    const path = "/requests";
    const before: { id: string }[] = await (await edge.control(world, path)).json();
    await edge.probe("evict", world);
    expect(before).toHaveLength(104);
    expect(await (await edge.control(world, path)).json()).toEqual(before.slice(4));
  });
});
