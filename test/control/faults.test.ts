// Faults under control: read with their hits, and replaced.
import { describe, expect, test } from "bun:test";
import { IDS } from "../support/sandbox.ts";
import { controlled } from "./ask.ts";

const FAULTS = "/worlds/default/faults";
const key = "mst_acme_full";
const ONCE = { endpoint: "orders", times: 1, respond: 503 };
const ALWAYS = { key, endpoint: "products", respond: 500 };

/** A sandbox with ways to see the statuses that a client sees. */
function troubled() {
  const made = controlled();
  const status = async (endpoint: "ping" | "products" | "orders", asked = key, world = "default") =>
    (await made.call(endpoint, { key: asked, world })).status;
  return { ...made, status };
}

describe("GET …/faults", () => {
  test("returns the rules as seeds write them, and how often each has hit", async () => {
    const seeds = `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
faults:
  - { endpoint: orders, after: 1, times: 3, probability: 1, delay: { min: 0ms, max: 0ms }, respond: 429 }
  - { merchant: acme, key: ${key}, endpoint: any, delay: 0s }
`;
    const { must, call } = controlled({ seeds });
    const rules = [
      {
        endpoint: "orders",
        after: 1,
        times: 3,
        probability: 1,
        delay: { min: "0ms", max: "0ms" },
        respond: 429,
      },
      { merchant: "acme", key, endpoint: "any", delay: "0s" },
    ];
    const shown = (...hits: number[]) => rules.map((rule, n) => ({ ...rule, hits: hits[n] ?? 0 }));
    expect(await must(200, "GET", FAULTS)).toEqual(shown(0, 0));
    for (let n = 0; n < 3; n++) await call("orders", { key });
    expect(await must(200, "GET", FAULTS)).toEqual(shown(2, 1));
  });

  test("returns an empty list without rules", async () => {
    expect(await troubled().must(200, "GET", FAULTS)).toEqual([]);
  });
});

describe("PUT …/faults", () => {
  test("sets rules, which apply to the next request, and to no other world", async () => {
    const { must, status } = troubled();
    await must(201, "POST", "/worlds", { name: "mine" });
    const shown = [
      { ...ONCE, hits: 0 },
      { ...ALWAYS, hits: 0 },
    ];
    expect(await must(200, "PUT", FAULTS, [ONCE, ALWAYS])).toEqual(shown);
    expect([await status("orders"), await status("orders")]).toEqual([503, 200]);
    expect([await status("products"), await status("products", "mst_acme_reads")]).toEqual([
      500, 200,
    ]);
    expect(await status("orders", key, "mine")).toBe(200);
    expect(await must(200, "GET", FAULTS)).toEqual(shown.map((rule) => ({ ...rule, hits: 1 })));
    expect(await must(200, "GET", "/worlds/mine/faults")).toEqual([]);
  });

  test("replaces all existing rules and restarts the counts, also of the same ones", async () => {
    const { must, status } = troubled();
    await must(200, "PUT", FAULTS, [ONCE, ALWAYS]);
    expect([await status("orders"), await status("orders")]).toEqual([503, 200]);
    expect(await must(200, "PUT", FAULTS, [ONCE])).toEqual([{ ...ONCE, hits: 0 }]);
    expect([await status("orders"), await status("orders")]).toEqual([503, 200]);
    expect(await status("products")).toBe(200);
    expect(await must(200, "PUT", FAULTS, [])).toEqual([]);
    expect([await status("orders"), await status("products")]).toEqual([200, 200]);
    expect(await must(200, "GET", FAULTS)).toEqual([]);
  });

  test("keeps its counts when anything else changes", async () => {
    const { must, status, handle } = troubled();
    await must(200, "PUT", FAULTS, [{ ...ONCE, after: 2 }, ALWAYS]);
    expect([await status("orders"), await status("products")]).toEqual([200, 500]);
    await must(201, "POST", "/worlds/default/keys", { key: "mst_made_here", merchant: "acme" });
    await must(201, "POST", "/worlds/default/keys/mst_acme_reads/rotate");
    await must(200, "PATCH", `/worlds/default/products/${IDS.atlas}`, { version: 9 });
    await must(200, "PATCH", `/worlds/default/orders/${IDS.firstOrder}`, { state: "REFUNDED" });
    await must(200, "PUT", "/worlds/default/rate-limit", {
      rateLimit: { capacity: 99, refillPerSecond: 1 },
    });
    await must(200, "PUT", "/worlds/default/clock", { now: "now+1d" });
    await handle("default").change({ settings: { errorBody: "empty" } });
    expect(await must(200, "GET", FAULTS)).toMatchObject([{ hits: 0 }, { hits: 1 }]);
    expect([await status("orders"), await status("orders")]).toEqual([200, 503]);
  });

  test("fits keys that are made after it", async () => {
    const { must, status } = troubled();
    await must(200, "PUT", FAULTS, [{ merchant: "globex", respond: 502 }]);
    await must(201, "POST", "/worlds/default/keys", { key: "mst_made_here", merchant: "globex" });
    expect(await status("ping", "mst_made_here")).toBe(502);
  });

  test("is undone by a reset", async () => {
    const { must, status } = troubled();
    await must(200, "PUT", FAULTS, [ALWAYS]);
    await must(200, "POST", "/worlds/default/reset");
    expect(await status("products")).toBe(200);
  });

  test.each([
    [{ key: "mst_acme_ful", respond: 500 }, "unknown key `mst_acme_ful`", "mst_acme_full"],
    [{ merchant: "acm", respond: 500 }, "unknown merchant `acm`", "acme"],
  ])("rejects the unknown name %j, and suggests the closest", async (rule, message, nearest) => {
    const { ask, must } = troubled();
    await must(200, "PUT", FAULTS, [ALWAYS]);
    const { status, body } = await ask("PUT", FAULTS, [ONCE, rule]);
    const hint = `Did you mean \`${nearest}\`?`;
    const errors = [{ code: "unknown-reference", message, hint }];
    expect([status, body]).toMatchObject([422, { errors }]);
    expect(await must(200, "GET", FAULTS)).toEqual([{ ...ALWAYS, hits: 0 }]);
  });

  test.each([
    [{}, "this fault does nothing: add `delay`, `respond` or `drop`"],
    [{ drop: "before", respond: 500 }, "a fault can't have both `respond` and `drop`"],
    [{ delay: "25h" }, "a delay can't be longer than a day"],
    [{ delay: { min: "2s", max: "1s" } }, "`min` is more than `max`"],
    [
      { key, merchant: "globex", respond: 500 },
      "this fault matches no request: its key belongs to acme",
    ],
  ])("rejects the invalid rule %j", async (rule, message) => {
    const { status, body } = await troubled().ask("PUT", FAULTS, [rule]);
    expect([status, body]).toMatchObject([422, { errors: [{ code: "bad-fault", message }] }]);
  });

  test("rejects invalid rules, each with its error", async () => {
    const body = [{ endpoint: "pong" }, { times: 0, after: -1, probability: 0 }, { respond: 418 }];
    const { status, body: answered } = await troubled().ask("PUT", FAULTS, [
      ...body,
      5,
      { drop: "late", delay: "soon" },
    ]);
    const { errors } = Object(answered);
    const listed = errors.map(({ path, message }: Record<string, string>) => [path, message]);
    expect([status, Object.fromEntries(listed)]).toEqual([
      422,
      {
        "/0/endpoint":
          'must be "ping" or "products" or "orders" or "checkout-links" or "any", received "pong"',
        "/1/after": "must be a whole number, 0 or more, received -1",
        "/1/times": "must be a whole number, 1 or more, received 0",
        "/1/probability": "must be a number above 0 and up to 1, received 0",
        "/2/respond":
          "must be 400 or 401 or 403 or 404 or 429 or 500 or 502 or 503 or 504, received 418",
        "/3": "must be an object, received 5",
        "/4/delay": 'must be a duration like 1h30m (units: ms, s, m, h, d, w), received "soon"',
        "/4/drop": 'must be "before" or "midway", received "late"',
      },
    ]);
  });

  test("names a rule that does nothing by its place in the list", async () => {
    const { status, body } = await troubled().ask("PUT", FAULTS, [{ respond: 503 }, { after: 1 }]);
    expect(status).toBe(422);
    expect(Object(body).errors).toEqual([
      {
        severity: "error",
        code: "bad-fault",
        path: "/1",
        message: "this fault does nothing: add `delay`, `respond` or `drop`",
      },
    ]);
  });

  test("has the result of the last of several changes at once", async () => {
    const { must } = troubled();
    const rules = Array.from({ length: 20 }, (_, n) => [{ respond: 500, after: n }]);
    const answers = await Promise.all(rules.map((list) => must(200, "PUT", FAULTS, list)));
    expect(answers.at(-1)).toEqual([{ respond: 500, after: 19, hits: 0 }]);
    expect(await must(200, "GET", FAULTS)).toEqual([{ respond: 500, after: 19, hits: 0 }]);
  });
});
