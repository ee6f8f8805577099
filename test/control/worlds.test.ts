// The worlds as the control API makes, shows, resets and drops them.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createSandbox } from "../../src/sandbox.ts";
import { IDS, loadTexts, NOW, requestOf, SEEDS } from "../support/sandbox.ts";
import { askControl, conflict, controlled, misfits, notFound, problem } from "./ask.ts";

const key = "mst_acme_full";
const BASE = "http://127.0.0.1:4700";
const HOSTED = "http://127.0.0.1:4701";
const at = (name: string) => ({
  name,
  baseUrl: `${BASE}/w/${name}`,
  hostedUrl: `${HOSTED}/w/${name}`,
});

/** One merchant with one key and one order. */
const SMALL = `
merchants: [{ slug: acme, id: ${IDS.acme}, name: Acme Books }]
keys: [{ key: ${key}, merchant: acme, expiresAt: now+1h, rateLimit: { capacity: 2, refillPerSecond: 1 } }]
products: [{ publicCode: ATLAS-1, merchant: acme, id: ${IDS.atlas}, currency: EUR }]
orders: [{ product: ATLAS-1, id: ${IDS.firstOrder}, amountMinor: 1, createdAt: now-1d }]
`;
const SMALL_KEY = {
  key,
  merchant: "acme",
  scopes: ["catalog:read", "orders:read", "checkout:links"],
  status: "active",
  expiresAt: "2026-10-17T10:00:00.000Z",
  sandboxAccess: true,
  rateLimit: { capacity: 2, refillPerSecond: 1 },
};
const SMALL_WORLD = {
  apiKey: key,
  keys: [SMALL_KEY],
  merchants: [{ slug: "acme", name: "Acme Books", id: IDS.acme, sandboxAccess: true }],
};
const REVOKED = `description: No key works.\nkeys: [{ key: ${key}, status: revoked }]`;
const LATER = `settings: { clock: { now: "2030-01-01T00:00:00Z", frozen: true } }`;
const small = (options = {}) =>
  controlled({ seeds: SMALL, scenarios: { revoked: REVOKED, later: LATER }, ...options });

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

describe("POST /worlds", () => {
  test("makes one with a name, and tells all that a client needs", async () => {
    const { must, call } = small();
    const made = await must(201, "POST", "/worlds", { name: "mine" });
    expect(made).toEqual({ ...at("mine"), ...SMALL_WORLD });
    expect((await call("ping", { key, world: "mine" })).status).toBe(200);
  });

  test("makes up a name that is free", async () => {
    const { must } = small();
    await must(201, "POST", "/worlds", { name: "w2" });
    const made = await Promise.all([1, 2, 3].map(() => must(201, "POST", "/worlds", {})));
    expect(made).toEqual(["w1", "w3", "w4"].map((name) => ({ ...at(name), ...SMALL_WORLD })));
  });

  test("makes one over a scenario", async () => {
    const { must, call } = small();
    expect(await must(201, "POST", "/worlds", { name: "mine", scenario: "revoked" })).toEqual({
      ...at("mine"),
      ...SMALL_WORLD,
      apiKey: "",
      keys: [{ ...SMALL_KEY, status: "revoked" }],
    });
    expect((await call("ping", { key, world: "mine" })).status).toBe(401);
    expect((await call("ping", { key })).status).toBe(200);
  });

  test("makes one over an overlay, which changes, removes and adds", async () => {
    const { must, call } = small();
    const seeds = {
      description: "of a test",
      merchants: [{ slug: "globex" }],
      keys: [
        { key, remove: true },
        { key: "mst_globex_full", merchant: "globex" },
      ],
      products: [{ publicCode: "ATLAS-1", version: 9 }],
      settings: { rateLimit: "off" },
      faults: [{ endpoint: "orders", respond: 503 }],
    };
    const made = await must(201, "POST", "/worlds", { name: "mine", seeds });
    expect(made).toMatchObject({
      apiKey: "mst_globex_full",
      keys: [{ key: "mst_globex_full", merchant: "globex", rateLimit: null }],
      merchants: [{ slug: "acme" }, { slug: "globex", name: "globex", sandboxAccess: true }],
    });
    const asked = { key: "mst_globex_full", world: "mine" };
    expect((await call("ping", { key, world: "mine" })).status).toBe(401);
    expect((await call("products", asked)).text).toBe("[]");
    expect((await call("orders", asked)).status).toBe(503);
    expect((await call("products", { key })).text).toContain('"version":1');
  });

  test("lays an overlay over a scenario", async () => {
    const { must, call } = small();
    const seeds = { keys: [{ key, status: "active" }] };
    await must(201, "POST", "/worlds", { name: "mine", scenario: "revoked", seeds });
    expect((await call("ping", { key, world: "mine" })).status).toBe(200);
    expect((await call("ping", { key, world: "revoked" })).status).toBe(401);
  });

  test("makes it over the scenario of the default world, where it names none", async () => {
    const { must, call } = small({ scenario: "revoked" });
    await must(201, "POST", "/worlds", { name: "mine" });
    expect((await call("ping", { key, world: "mine" })).status).toBe(401);
  });

  test("reads an overlay as it reads a scenario's file", async () => {
    const clock = fc.constantFrom(undefined, {
      now: "2030-01-01T00:00:00Z",
      frozen: true,
    });
    const time = fc.constantFrom("now", "now-1d", "now+30m", "2029-12-31T23:59:59.5Z");
    const overlay = fc.record({
      keys: fc.subarray([
        { key, expiresAt: "now+2h" },
        { key: "mst_new_full", merchant: "acme", expiresAt: "now-1s" },
      ]),
      orders: fc.array(
        fc.record({ product: fc.constant("ATLAS-1"), amountMinor: fc.nat(), createdAt: time }),
        { maxLength: 3 },
      ),
      settings: fc.record({ clock }).map(({ clock: given }) => (given ? { clock: given } : {})),
      faults: fc.subarray([{ key, endpoint: "ping", respond: 500 }]),
    });
    await fc.assert(
      fc.asyncProperty(overlay, async (seeds) => {
        const scenarios = { filed: JSON.stringify(seeds) };
        const { must, worlds, call } = controlled({ seeds: SMALL, scenarios });
        await must(201, "POST", "/worlds", { name: "given", seeds });
        const [filed, given] = ["filed", "given"].map((name) => worlds.get(name));
        expect(await given?.snapshot()).toBe(
          (await filed?.snapshot())?.replace("filed", "given") ?? "",
        );
        const [a, b] = await Promise.all(
          ["filed", "given"].map((world) => call("orders", { key, world })),
        );
        expect(a?.text).toBe(b?.text ?? "");
      }),
      { numRuns: 60 },
    );
  });

  test("counts the relative times of an overlay from when the world is made", async () => {
    const { must, call, pass } = small();
    pass(7_200);
    const seeds = {
      keys: [{ key: "mst_acme_short", merchant: "acme", expiresAt: "now+30m" }],
      orders: [{ product: "ATLAS-1", amountMinor: 2, createdAt: "now" }],
    };
    await must(201, "POST", "/worlds", { name: "mine", seeds });
    const ping = async () => (await call("ping", { key: "mst_acme_short", world: "mine" })).status;
    expect(await ping()).toBe(200);
    const { text } = await call("orders", { key: "mst_acme_short", world: "mine" });
    expect(text).toContain('"createdAt":"2026-10-17T11:00:00.000Z"');
    pass(1_799);
    expect(await ping()).toBe(200);
    pass(1);
    expect(await ping()).toBe(401);
  });

  test("counts them from the clock of the overlay, of the scenario, of the command line", async () => {
    const order = { product: "ATLAS-1", amountMinor: 2, createdAt: "now+1d" };
    const clock = { now: "2028-02-28T12:00:00Z" };
    const made = async (body: object, overrides = {}) => {
      const { must, call } = small({ overrides });
      await must(201, "POST", "/worlds", { name: "mine", ...body });
      const { now } = controlledClock(await must(200, "GET", "/worlds/mine/clock"));
      await must(201, "POST", "/worlds/mine/keys", { key: "mst_ever_full", merchant: "acme" });
      const { text } = await call("orders", { key: "mst_ever_full", world: "mine" });
      return [now, /"createdAt":"([^"]*)"/.exec(text)?.[1]];
    };
    expect(await made({ seeds: { orders: [order], settings: { clock } } })).toEqual([
      "2028-02-28T12:00:00.000Z",
      "2028-02-29T12:00:00.000Z",
    ]);
    expect(await made({ scenario: "later", seeds: { orders: [order] } })).toEqual([
      "2030-01-01T00:00:00.000Z",
      "2030-01-02T00:00:00.000Z",
    ]);
    const seeds = { orders: [order], settings: { clock: { now: "now+1h", frozen: true } } };
    expect(await made({ seeds })).toEqual(["2026-10-17T10:00:00.000Z", "2026-10-18T10:00:00.000Z"]);
    expect(await made({ seeds }, { now: 0 })).toEqual([
      "1970-01-01T00:00:00.000Z",
      "1970-01-02T00:00:00.000Z",
    ]);
  });

  test.each(["", "A", "-a", ".", "..", "a/b", "a b", "ä", "a%20", "a".repeat(65)])(
    "refuses the name %j",
    async (name) => {
      const { ask, worlds } = small();
      expect(await ask("POST", "/worlds", { name })).toEqual(
        problem(
          422,
          "Unprocessable Content",
          `A world's name must match /^[a-z0-9][a-z0-9._-]{0,63}$/, received ${JSON.stringify(name)}.`,
        ),
      );
      expect(worlds.size).toBe(3);
    },
  );

  test.each(["default", "revoked", "later", "mine"])("refuses the taken name %s", async (name) => {
    const { ask, must } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    expect(await ask("POST", "/worlds", { name })).toEqual(
      conflict(`There is a world called ${name} already.`),
    );
  });

  test.each([
    ["revokd", "Did you mean `revoked`?"],
    ["", "Known: revoked, later."],
    ["default", "Known: revoked, later."],
  ])("refuses the unknown scenario %j", async (scenario, hint) => {
    const { ask, worlds } = small();
    expect(await ask("POST", "/worlds", { name: "mine", scenario })).toEqual(
      notFound(`There is no scenario called ${JSON.stringify(scenario)}. ${hint}`),
    );
    expect(worlds.find("mine")).toBeUndefined();
  });

  test("refuses what is no overlay", async () => {
    const { ask } = small();
    expect(await ask("POST", "/worlds", { name: 1, scenario: null, seeds: "a: b" })).toEqual(
      misfits({
        name: "must be text",
        scenario: "must be text",
        seeds: "must be a mapping in the seed format",
      }),
    );
    for (const seeds of [[], ["x"]]) {
      expect(await ask("POST", "/worlds", { seeds })).toEqual(
        misfits({ seeds: "must be an object, not a list" }),
      );
    }
  });

  test("shows the mistakes of an overlay as the command line does, all at once", async () => {
    const { ask, worlds } = small();
    const seeds = {
      keys: [
        { key: "mst_x_full", merchant: "acm" },
        { key, expires: "now" },
      ],
      extends: "revoked",
    };
    const detail = `\
seeds:5:19 error: no merchant is called \`acm\` [dangling-reference]
   5 |       "merchant": "acm"
     |                   ^^^^^
  Did you mean \`acme\`?

seeds:9:7 error: unknown field \`expires\` [unknown-field]
   9 |       "expires": "now"
     |       ^^^^^^^^^
  Did you mean \`expiresAt\`?

seeds:12:14 error: no scenario is called \`revoked\` [dangling-reference]
  12 |   "extends": "revoked"
     |              ^^^^^^^^^
  Known: none.

3 errors`;
    const wrong = (code: string, message: string, hint: string, line: number, column: number) => ({
      severity: "error",
      code,
      message,
      hint,
      line,
      column,
    });
    expect(await ask("POST", "/worlds", { name: "mine", seeds })).toEqual(
      problem(422, "Unprocessable Content", detail, [
        wrong("unknown-field", "unknown field `expires`", "Did you mean `expiresAt`?", 9, 7),
        wrong("dangling-reference", "no scenario is called `revoked`", "Known: none.", 12, 14),
        wrong("dangling-reference", "no merchant is called `acm`", "Did you mean `acme`?", 5, 19),
      ]),
    );
    expect(worlds.find("mine")).toBeUndefined();
  });

  test("gives one name once, however many ask for it at once", async () => {
    const { ask } = small();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask("POST", "/worlds", { name: "mine", ...(n % 2 && { seeds: {} }) }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
  });

  test("is refused beyond --max-worlds, until one is dropped", async () => {
    const { ask, must } = small({ maxWorlds: 2 });
    await must(201, "POST", "/worlds", {});
    await must(201, "POST", "/worlds", {});
    const detail =
      "There are 2 worlds, and no more may be made. Drop some that are done with, or raise --max-worlds.";
    const refusal = problem(429, "Too Many Requests", detail);
    expect(await ask("POST", "/worlds", {})).toEqual(refusal);
    expect(await ask("POST", "/worlds", { scenario: "revoked" })).toEqual(refusal);
    await must(204, "DELETE", "/worlds/w1");
    await must(201, "POST", "/worlds", { name: "again" });
    expect(await ask("POST", "/worlds", {})).toEqual(refusal);
    expect((await ask("GET", "/health")).status).toBe(200);
  });
});

describe("GET /worlds/:world", () => {
  test("tells its state", async () => {
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
    const repeat = { times: 1_000_000, every: "1s" };
    const order = { product: "ATLAS-1", amountMinor: 1 };
    await must(201, "POST", "/worlds", {
      name: "mine",
      seeds: { orders: [{ ...order, createdAt: "now-20d", repeat }] },
    });
    await must(201, "POST", "/worlds/mine/orders", order);
    await must(201, "POST", "/worlds/mine/keys", { merchant: "acme" });
    const counts = { merchants: 1, keys: 2, products: 1, orders: 1_000_002 };
    expect(await must(200, "GET", "/worlds/mine")).toMatchObject({ counts });
  });
});

describe("DELETE /worlds/:world", () => {
  test("drops a world that was made, whose address is nowhere then", async () => {
    const { ask, must, call } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    expect(await ask("DELETE", "/worlds/mine")).toEqual({ status: 204, body: undefined });
    expect((await call("ping", { key, world: "mine" })).status).toBe(404);
    expect(await ask("DELETE", "/worlds/mine")).toEqual(
      notFound('There is no world called "mine". Make it, or mind the name.'),
    );
    expect(await must(201, "POST", "/worlds", { name: "mine" })).toMatchObject(SMALL_WORLD);
  });

  test.each(["default", "revoked"])("never drops %s, which the seeds give", async (name) => {
    const { ask, worlds } = small();
    expect(await ask("DELETE", `/worlds/${name}`)).toEqual(
      conflict(`The world ${name} can't be dropped. It comes from the seeds; reset it instead.`),
    );
    expect(worlds.size).toBe(3);
  });

  test("lets go of what it holds back", async () => {
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

  test("goes back to what the world was made from, in all that can change", async () => {
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

  test("fills every bucket, and counts faults anew", async () => {
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

  test("lets a request that is on its way end in the world that it began in", async () => {
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

describe("seeds that are served anew", () => {
  test("leave the worlds that were made, and what a reset of them goes back to", async () => {
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

  test("keep a made world whose name a scenario takes, until it is dropped", async () => {
    const { must, reload } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    reload(loadTexts(SMALL, { mine: REVOKED }));
    expect(await must(200, "GET", "/worlds/mine")).toMatchObject({ apiKey: key });
    expect(await must(200, "GET", "/worlds")).toHaveLength(2);
    await must(204, "DELETE", "/worlds/mine");
    expect(await must(200, "GET", "/worlds/mine")).toMatchObject({ apiKey: "" });
  });
});

describe("GET /worlds/:world/snapshot", () => {
  test("is a seed file that loads to the same answers", async () => {
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
        const answer = await twin.api.fetch(requestOf(endpoint, { key: asked }));
        const { text: known } = await made.call(endpoint, { key: asked, world: "mine" });
        expect(await answer.text()).toBe(known);
      }
    }
  });
});

test("the seeds' worlds answer as they did before, whatever is made beside them", async () => {
  const made = createSandbox({ seeds: loadTexts(SEEDS), systemTime: () => NOW });
  const before = await made.worlds.default.snapshot();
  for (let n = 0; n < 50; n++) {
    const seeds = { merchants: [{ slug: `m${n}` }], settings: { errorBody: "html" } };
    expect((await askControl(made, "POST", "/worlds", { seeds })).status).toBe(201);
  }
  expect(await made.worlds.default.snapshot()).toBe(before);
});

function controlledClock(body: unknown): { now: string } {
  return { now: String(Object(body).now) };
}

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
