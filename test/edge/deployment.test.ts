// Another deployment with other seeds: a world stays on those that it was made from, and where it can't, it
// says so.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import * as v from "valibot";
import { AboutSchema } from "../../src/edge/messages.ts";
import { type Edge, startEdge } from "./edge.ts";
import type { Made } from "./made.ts";

setDefaultTimeout(30_000);

const KeptSchema = v.object({ about: v.string() });

const seedsOf = (name: string) => ({
  "shop.yaml": `
merchants: [{ slug: ${name}, id: aaaaaaaa-0000-4000-8000-000000000001 }]
keys: [{ key: mst_${name}_full, merchant: ${name} }]
products: [{ publicCode: ${name.toUpperCase()}-1, merchant: ${name}, currency: EUR }]
orders: [{ product: ${name.toUpperCase()}-1, amountMinor: "1", createdAt: now-1d }]
`,
  "scenarios/closed.yaml": `
description: Nothing is for sale at ${name}.
products: [{ publicCode: ${name.toUpperCase()}-1, status: DRAFT }]
`,
});

describe("a world, after a deployment with other seeds", () => {
  let edge: Edge;

  beforeAll(async () => {
    edge = await startEdge({ seeds: seedsOf("acorn") });
  });
  afterAll(() => edge[Symbol.asyncDispose]());

  const look = async (world: Made, path: string) => {
    const response = await edge.control(world, path);
    return [response.status, (await response.text()).replace(/http:\/\/127\.0\.0\.1:\d+/g, "")];
  };

  test("is as it was, changes and all, and so it is after a reset", async () => {
    const plain = await edge.make();
    const closed = await edge.make({
      scenario: "closed",
      seeds: { keys: [{ key: "mst_own_full", merchant: "acorn" }] },
    });
    const fresh = await look(closed, "/snapshot");
    await edge.control(closed, "/keys/mst_own_full/revoke", { method: "POST" });
    const changed = await look(closed, "/snapshot");
    const orders = await look(plain, "/snapshot");

    await edge.deploy({ seeds: seedsOf("birch") });
    expect(await look(closed, "/snapshot")).toEqual(changed);
    expect(await look(plain, "/snapshot")).toEqual(orders);
    await edge.control(closed, "/reset", { method: "POST" });
    expect(await look(closed, "/snapshot")).toEqual(fresh);
    expect((await edge.make()).apiKey).toBe("mst_birch_full");

    await edge.deploy({ seeds: seedsOf("cedar") });
    expect(await look(plain, "/snapshot")).toEqual(orders);
  });

  test("finds its seeds as long as it lives, whoever keeps them at the same time", async () => {
    expect(await (await edge.ask("/__test/twice")).json()).toBe(2_000);
  });

  async function ageSeeds(world: Made): Promise<void> {
    const { about } = v.parse(KeptSchema, await edge.probe("kept", world));
    await edge.ask(`/__test/age/${v.parse(AboutSchema, JSON.parse(about)).seeds}`);
  }

  test.each([
    ["its state", (world: Made) => edge.probe("damage", world)],
    ["its seeds", ageSeeds],
  ])(
    "restarts from the new seeds if %s can't be read any more, and says so",
    async (_what, damage) => {
      await edge.deploy({ seeds: seedsOf("acorn") });
      const world = await edge.make({ scenario: "closed" });
      await edge.control(world, "/keys/mst_acorn_full/revoke", { method: "POST" });
      await damage(world);
      await edge.deploy({ seeds: seedsOf("birch") });
      const [status, text = ""] = await look(world, "");
      expect([status, JSON.parse(`${text}`)]).toMatchObject([
        200,
        {
          name: world.name,
          apiKey: "mst_birch_full",
          restartedAt: "2100-01-01T09:00:00.000Z",
          expiresAt: world.expiresAt,
        },
      ]);
      await edge.probe("evict", world);
      expect(await look(world, "")).toEqual([status ?? 0, text]);
    },
  );
});
