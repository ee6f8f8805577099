// The worlds as the control API makes them: over the seeds, a scenario, an overlay, or both.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { conflict, controlled, misfits, notFound, problem } from "./ask.ts";
import { at, key, SMALL, SMALL_KEY, SMALL_WORLD, small } from "./small.ts";

describe("POST /worlds", () => {
  test("creates one with a name, and returns everything that a client needs", async () => {
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
      keys: [{ ...SMALL_KEY, status: "revoked" }],
    });
    expect((await call("ping", { key, world: "mine" })).status).toBe(401);
    expect((await call("ping", { key })).status).toBe(200);
  });

  test("creates one with an overlay, which changes, removes and adds", async () => {
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

  test("creates it from the scenario of the default world if it names none", async () => {
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

  test("computes the relative times of an overlay from the creation of the world", async () => {
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
      const { now } = Object(await must(200, "GET", "/worlds/mine/clock"));
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

  test.each([
    ["", ""],
    ["A", "a"],
    ["-a", "a"],
    [".", ""],
    ["a/b", "a-b"],
    ["test_a[1]", "test_a-1"],
    ["ä", ""],
    ["a%20", "a-20"],
    ["a".repeat(65), "a".repeat(64)],
  ])("rejects the name %j, and suggests %j", async (name, valid) => {
    const { ask, worlds } = small();
    const must = "must have 1 to 64 characters: a–z and 0–9, and after the first also . _ and -";
    const hint = valid ? `Use "${valid}", or give no name` : "Give no name";
    expect(await ask("POST", "/worlds", { name })).toEqual(
      problem(
        422,
        "Unprocessable Content",
        `A world's name ${must}, received ${JSON.stringify(name)}. ${hint} to get a generated one.`,
        { code: "bad-name" },
      ),
    );
    expect(worlds.size).toBe(3);
  });

  test.each(["default", "revoked", "later", "mine"])("rejects the taken name %s", async (name) => {
    const { ask, must } = small();
    await must(201, "POST", "/worlds", { name: "mine" });
    expect(await ask("POST", "/worlds", { name })).toEqual(
      conflict(`The world ${name} already exists. Use another name.`),
    );
  });

  test.each([
    ["revokd", "Did you mean `revoked`?"],
    ["", "Known: revoked, later."],
    ["default", "Known: revoked, later."],
  ])("rejects the unknown scenario %j", async (scenario, hint) => {
    const { ask, worlds } = small();
    expect(await ask("POST", "/worlds", { name: "mine", scenario })).toEqual(
      notFound(`There is no scenario called ${JSON.stringify(scenario)}. ${hint}`),
    );
    expect(worlds.find("mine")).toBeUndefined();
  });

  test("rejects an invalid overlay", async () => {
    const { ask } = small();
    expect(await ask("POST", "/worlds", { name: 1, scenario: null, seeds: "a: b" })).toEqual(
      misfits({
        name: "must be text",
        scenario: "must be text",
        seeds: "must be an object with merchants, keys, products, orders, faults or settings",
      }),
    );
    for (const seeds of [[], ["x"]]) {
      expect(await ask("POST", "/worlds", { seeds })).toEqual(
        misfits({ seeds: "must be an object, not a list" }),
      );
    }
  });

  test("shows the mistakes of an overlay by their JSON pointers, all at once", async () => {
    const { ask, worlds } = small();
    const seeds = {
      keys: [
        { key: "mst_x_full", merchant: "acm" },
        { key, expires: "now" },
      ],
      extends: "revoked",
    };
    const detail = expect.stringMatching(
      /^Invalid request body: \/seeds\/keys\/1\/expires: unknown field `expires`\. Did you mean `expiresAt`\? See `errors` for \d more\.$/,
    );
    const wrong = (code: string, message: string, hint: string, path: string) => ({
      severity: "error",
      code,
      path,
      message,
      hint,
    });
    expect(await ask("POST", "/worlds", { name: "mine", seeds })).toEqual(
      problem(422, "Unprocessable Content", detail, {
        errors: [
          wrong(
            "unknown-field",
            "unknown field `expires`",
            "Did you mean `expiresAt`?",
            "/seeds/keys/1/expires",
          ),
          wrong(
            "bad-value",
            "`extends` is for scenario files only",
            "Remove it: use `scenario`, next to `seeds`, to name the scenario to start from.",
            "/seeds/extends",
          ),
          wrong(
            "unknown-reference",
            "unknown merchant `acm`",
            "Did you mean `acme`?",
            "/seeds/keys/0/merchant",
          ),
        ],
      }),
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

  test("is rejected beyond --max-worlds, until one is dropped", async () => {
    const { ask, must } = small({ maxWorlds: 2 });
    await must(201, "POST", "/worlds", {});
    await must(201, "POST", "/worlds", {});
    const detail =
      "The maximum of 2 worlds is reached. Delete worlds that you no longer need, or raise --max-worlds.";
    const refusal = problem(429, "Too Many Requests", detail, { code: "too-many" });
    expect(await ask("POST", "/worlds", {})).toEqual(refusal);
    expect(await ask("POST", "/worlds", { scenario: "revoked" })).toEqual(refusal);
    await must(204, "DELETE", "/worlds/w1");
    await must(201, "POST", "/worlds", { name: "again" });
    expect(await ask("POST", "/worlds", {})).toEqual(refusal);
    expect((await ask("GET", "/health")).status).toBe(200);
  });

  test("is rejected with --max-worlds 0, whatever the scenarios are", async () => {
    const { ask } = small({ maxWorlds: 0 });
    const detail = "Making worlds is disabled. Set --max-worlds above 0.";
    expect(await ask("POST", "/worlds", {})).toEqual(
      problem(429, "Too Many Requests", detail, { code: "too-many" }),
    );
  });
});
