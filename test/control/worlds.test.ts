// The worlds as the control API shows, resets, drops and snapshots them.
import { describe, expect, test } from "bun:test";
import { createSandbox } from "../../src/library/library.ts";
import { IDS, loadTexts, NOW, requestOf, SEEDS } from "../support/sandbox.ts";
import { askControl, controlled, notFound, problem } from "./ask.ts";
import { at, BASE, HOSTED, key, LATER, REVOKED, SMALL, SMALL_WORLD, small } from "./small.ts";

describe("GET /scenarios", () => {
  test("lists names and descriptions", async () => {
    expect(await small().must(200, "GET", "/scenarios")).toEqual([
      { name: "revoked", description: "No key works." },
      { name: "later", description: null },
    ]);
    expect(await controlled().must(200, "GET", "/scenarios")).toEqual([]);
  });
});

describe("GET /worlds", () => {
  test("lists the default one, those of scenarios and those that were made", async () => {
    const { must } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    expect(await must(200, "GET", "/worlds")).toEqual([
      { name: "default", baseUrl: BASE, hostedUrl: HOSTED },
      at("revoked"),
      at("later"),
      at("mine"),
    ]);
  });
});

describe("GET /worlds/:world", () => {
  test("returns its state", async () => {
    const { must } = small();
    expect(await must(200, "GET", "/worlds/default")).toEqual({
      name: "default",
      baseUrl: BASE,
      hostedUrl: HOSTED,
      ...SMALL_WORLD,
      clock: { now: "2026-10-17T09:00:00.000Z", frozen: false },
      counts: { merchants: 1, keys: 1, products: 1, orders: 1 },
    });
    expect(await must(200, "GET", "/worlds/later")).toMatchObject({
      ...at("later"),
      clock: { now: "2030-01-01T00:00:00.000Z", frozen: true },
    });
  });

  test("counts repeated orders, and what is added", async () => {
    const { must } = small();
    const repeat = { times: 10_000, every: "1s" };
    const order = { product: "ATLAS-1", amountMinor: 1 };
    await must(201, "POST", "/worlds", {
      name: "mine",
      seeds: { orders: [{ ...order, createdAt: "now-20d", repeat }] },
    });
    await must(201, "POST", "/worlds/mine/orders", order);
    await must(201, "POST", "/worlds/mine/keys", { merchant: "acme" });
    const counts = { merchants: 1, keys: 2, products: 1, orders: 10_002 };
    expect(await must(200, "GET", "/worlds/mine")).toMatchObject({ counts });
  });
});

describe("DELETE /worlds/:world", () => {
  test("drops a created world, and its address is then unknown", async () => {
    const { ask, must, call } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    expect(await ask("DELETE", "/worlds/mine")).toEqual({ status: 204, body: undefined });
    expect((await call("ping", { key, world: "mine" })).status).toBe(404);
    expect(await ask("DELETE", "/worlds/mine")).toEqual(
      notFound('There is no world called "mine". Create it, or check the name.'),
    );
    expect(await must(201, "POST", "/worlds", { name: "mine" })).toMatchObject(SMALL_WORLD);
  });

  test.each(["default", "revoked"])("never drops %s, which the seeds give", async (name) => {
    const { ask, worlds } = small();
    expect(await ask("DELETE", `/worlds/${name}`)).toEqual(
      problem(
        409,
        "Conflict",
        `The world ${name} cannot be deleted. It comes from the seeds. Reset it instead.`,
        { code: "not-droppable" },
      ),
    );
    expect(worlds.size).toBe(3);
  });

  test("releases delayed responses", async () => {
    const { must, call } = small();
    await must(201, "POST", "/worlds", { name: "mine", seeds: { faults: [{ delay: "1h" }] } });
    const held = call("ping", { key, world: "mine" });
    await must(204, "DELETE", "/worlds/mine");
    expect((await held).status).toBe(200);
  });
});

describe("POST /worlds/:world/reset", () => {
  const seeds = {
    keys: [{ key: "mst_of_test", merchant: "acme" }],
    faults: [{ endpoint: "orders", times: 1, respond: 500 }],
    settings: { clock: { now: "2027-01-01T00:00:00Z", frozen: true } },
  };

  test("restores what the world was created from, in everything that can change", async () => {
    const made = small();
    const { must, worlds, call } = made;
    await must(201, "POST", "/worlds", { name: "mine", seeds });
    const fresh = await must(200, "GET", "/worlds/mine");
    const snapshot = await worlds.get("mine").snapshot();
    const asked = { key: "mst_of_test", world: "mine" };
    const first = await answersOf(made, asked);

    await must(200, "PUT", "/worlds/mine/clock", { now: "now+1d", frozen: false });
    await must(200, "PUT", "/worlds/mine/rate-limit", { tokens: 0 });
    await must(200, "POST", `/worlds/mine/keys/mst_of_test/revoke`);
    await must(200, "PATCH", `/worlds/mine/products/${IDS.atlas}`, { status: "DRAFT" });
    await must(200, "PATCH", `/worlds/mine/orders/${IDS.firstOrder}`, { refundedMinor: "1" });
    await must(201, "POST", "/worlds/mine/orders", { product: "ATLAS-1", amountMinor: 5 });
    await must(200, "PUT", "/worlds/mine/faults", [{ respond: 502 }]);
    expect(await worlds.get("mine").snapshot()).not.toBe(snapshot);

    const { clock: _clock, counts: _counts, ...summary } = Object(fresh);
    expect(await must(200, "POST", "/worlds/mine/reset")).toEqual(summary);
    expect(await must(200, "GET", "/worlds/mine")).toEqual(fresh);
    expect(await worlds.get("mine").snapshot()).toBe(snapshot);
    expect(await answersOf(made, asked)).toEqual(first);
    expect(worlds.get("mine").journal.list()).toHaveLength(first.length);
    expect((await call("ping", { key })).status).toBe(200);
  });

  test("fills every bucket, and counts faults again", async () => {
    const { must, call } = small();
    await must(200, "PUT", "/worlds/default/faults", [
      { endpoint: "orders", times: 1, drop: "before" },
    ]);
    const statuses = async () => [
      (await call("ping", { key })).status,
      (await call("ping", { key })).status,
      (await call("ping", { key })).status,
    ];
    expect(await statuses()).toEqual([200, 200, 429]);
    await must(200, "POST", "/worlds/default/reset");
    expect(await statuses()).toEqual([200, 200, 429]);
    expect(await must(200, "GET", "/worlds/default/faults")).toEqual([]);
  });

  test("completes a request in flight in the world that it began in", async () => {
    const { must, call } = small();
    await must(201, "POST", "/worlds/default/keys", { key: "mst_made_here", merchant: "acme" });
    await must(200, "PUT", "/worlds/default/faults", [{ delay: "1h" }]);
    const held = call("orders", { key: "mst_made_here" });
    await must(200, "POST", "/worlds/default/reset");
    expect((await held).status).toBe(200);
    expect((await call("orders", { key: "mst_made_here" })).status).toBe(401);
  });

  test("of the default world and of scenarios goes back to the seeds", async () => {
    const { must, call } = small();
    for (const world of ["default", "revoked"]) {
      await must(201, "POST", `/worlds/${world}/keys`, { key: "mst_made_here", merchant: "acme" });
      expect((await call("ping", { key: "mst_made_here", world })).status).toBe(200);
      await must(200, "POST", `/worlds/${world}/reset`);
      expect((await call("ping", { key: "mst_made_here", world })).status).toBe(401);
    }
  });

  test("starts the clock of a scenario from its beginning again", async () => {
    const { must, pass } = controlled({
      seeds: SMALL,
      scenarios: { later: LATER.replace(", frozen: true", "") },
    });
    pass(60);
    const clock = () => must(200, "GET", "/worlds/later/clock");
    expect(await clock()).toEqual({ now: "2030-01-01T00:01:00.000Z", frozen: false });
    await must(200, "POST", "/worlds/later/reset");
    expect(await clock()).toEqual({ now: "2030-01-01T00:00:00.000Z", frozen: false });
    pass(5);
    expect(await clock()).toEqual({ now: "2030-01-01T00:00:05.000Z", frozen: false });
  });
});

describe("seeds that are served again", () => {
  test("do not affect created worlds, or what a reset restores in them", async () => {
    const { must, reload, call } = small();
    const order = { product: "ATLAS-1", amountMinor: 5 };
    await must(201, "POST", "/worlds", { name: "mine", scenario: "revoked" });
    await must(201, "POST", "/worlds/mine/orders", order);
    await must(201, "POST", "/worlds/default/orders", order);
    reload(loadTexts(SMALL.replaceAll(key, "mst_other_key")));

    const orders = (path: string) => must(200, "GET", path);
    expect(await orders("/worlds/mine")).toMatchObject({ counts: { orders: 2 } });
    expect(await orders("/worlds/default")).toMatchObject({ counts: { orders: 1 } });
    expect((await call("ping", { key: "mst_other_key" })).status).toBe(200);
    expect((await call("ping", { key: "mst_other_key", world: "mine" })).status).toBe(401);
    expect(await must(200, "POST", "/worlds/mine/reset")).toMatchObject({ keys: [{ key }] });
    expect(await must(201, "POST", "/worlds", {})).toMatchObject({ apiKey: "mst_other_key" });
    await must(404, "POST", "/worlds", { scenario: "revoked" });
  });

  test("keep a created world whose name a scenario takes, until it is dropped", async () => {
    const { must, reload } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    reload(loadTexts(SMALL, { mine: REVOKED }));
    const statuses = async () => Object((await must(200, "GET", "/worlds/mine")) ?? {}).keys;
    expect(await statuses()).toMatchObject([{ key, status: "active" }]);
    expect(await must(200, "GET", "/worlds")).toHaveLength(2);
    await must(204, "DELETE", "/worlds/mine");
    expect(await statuses()).toMatchObject([{ key, status: "revoked" }]);
  });
});

describe("GET /worlds/:world/snapshot", () => {
  test("is a seed file that loads to the same responses", async () => {
    const made = controlled();
    const { must } = made;
    await must(201, "POST", "/worlds", { name: "mine", seeds: { faults: [] } });
    await must(200, "PUT", "/worlds/mine/clock", { frozen: true });
    await must(201, "POST", "/worlds/mine/keys", { key: "mst_made_here", merchant: "globex" });
    await must(200, "PATCH", `/worlds/mine/products/${IDS.draft}`, { status: "PUBLISHED" });
    const text = await must(200, "GET", "/worlds/mine/snapshot");

    const twin = createSandbox({ seeds: loadTexts(String(text)), systemTime: () => NOW });
    expect(String(text)).toStartWith("# The world mine as it was at 2026-10-17T09:00:00Z");
    for (const asked of ["mst_made_here", key]) {
      for (const endpoint of ["ping", "products", "orders"] as const) {
        const response = await twin.api.fetch(requestOf(endpoint, { key: asked }));
        const { text: known } = await made.call(endpoint, { key: asked, world: "mine" });
        expect(await response.text()).toBe(known);
      }
    }
  });
});

test("the seeds' worlds respond as before, whatever worlds are created", async () => {
  const made = createSandbox({ seeds: loadTexts(SEEDS), systemTime: () => NOW });
  const before = await made.worlds.default.snapshot();
  for (let n = 0; n < 50; n++) {
    const seeds = { merchants: [{ slug: `m${n}` }], settings: { errorBody: "html" } };
    expect((await askControl(made, "POST", "/worlds", { seeds })).status).toBe(201);
  }
  expect(await made.worlds.default.snapshot()).toBe(before);
});

async function answersOf(
  { call }: ReturnType<typeof small>,
  asked: { key: string; world: string },
) {
  const answers = [];
  for (const endpoint of ["ping", "products", "orders", "orders"] as const) {
    const { status, text, id } = await call(endpoint, asked);
    answers.push([status, text.replaceAll(id, "the id")]);
  }
  return answers;
}
