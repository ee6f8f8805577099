// What the log tells a tester of a response that is right but may surprise.
import { describe, expect, test } from "bun:test";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import { type CallOptions, requestOf, SEEDS, sandbox } from "../support/sandbox.ts";

const BROWSER = "the request has an Origin header, so a browser sent it; keep keys on a server";
const headers = { Origin: "https://shop.example" };
const key = "mst_acme_full";

/** A merchant with so many products, and twice as many orders. */
const manyOf = (count: number) => `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
products:
${Array.from({ length: count }, (_, n) => `  - { publicCode: P${n}, merchant: acme, currency: EUR }`).join("\n")}
orders:
  - { product: P0, amountMinor: 1, createdAt: now-9d, repeat: { times: ${2 * count}, every: 1m } }
`;

const CASES: readonly (readonly [
  name: string,
  target: EndpointName | `/${string}`,
  call: CallOptions,
  hints: readonly string[],
])[] = [
  ["nothing of a plain call", "ping", { key }, []],
  ["a browser's call", "ping", { key, headers }, [BROWSER]],
  ["a browser's call without a key", "ping", { headers }, [BROWSER]],
  ["a browser's preflight", "ping", { method: "OPTIONS", headers }, [BROWSER]],
  ["a browser's call to no endpoint", "/", { headers }, [BROWSER]],
  [
    "a query that was ignored, each name once",
    "orders",
    { key, query: "page=2&limit=10&page=3" },
    ["the query was ignored, because the API has no parameters: page, limit"],
  ],
  [
    "a key in a header that is not read, beside one that is",
    "ping",
    { key, headers: { "X-Api-Key": "mst_acme_full" } },
    ["X-Api-Key was ignored; only the key in Authorization is used"],
  ],
  [
    "keys in headers that are not read, beside one that is",
    "ping",
    { key, headers: { "X-Access-Token": "other", "Api-Key": "other" } },
    [
      "Api-Key was ignored; only the key in Authorization is used",
      "X-Access-Token was ignored; only the key in Authorization is used",
    ],
  ],
  [
    "a redirect that may have turned POST into GET",
    "checkout-links",
    { key, method: "GET" },
    [
      "many clients turn POST into GET when they follow a redirect; call the redirect's target instead",
    ],
  ],
  ["nothing of another method", "checkout-links", { key, method: "PUT" }, []],
  ["nothing of an empty query", "orders", { key, query: "" }, []],
  ["nothing of a query without a parameter", "orders", { key, query: "&" }, []],
  [
    "a key in the query of a call that has one",
    "ping",
    { key, query: `k=${key}` },
    [
      "the query has a key in `k`, where logs and proxies can see it",
      "the query was ignored, because the API has no parameters: k",
    ],
  ],
];

describe("the log hints at", () => {
  test.each(CASES)("%s", async (_name, target, call, hints) => {
    const made = sandbox();
    await made.call(target, call);
    expect(made.records.map((record) => record.hints)).toEqual([hints]);
  });

  test.each([
    [25, [], []],
    [50, [], ["the list was limited to 50 of 100 orders"]],
    [
      51,
      ["the list was limited to 50 of 51 products"],
      ["the list was limited to 50 of 102 orders"],
    ],
  ])(
    "lists of %d products and twice as many orders that were cut",
    async (count, products, orders) => {
      const { call, records } = sandbox({ seeds: manyOf(count) });
      await call("products", { key });
      await call("orders", { key });
      expect(records.map((record) => record.hints)).toEqual([products, orders]);
    },
  );

  test.each(["before", "midway"])("no list that was cut if a fault drops it %s", async (drop) => {
    const seeds = `${manyOf(51)}faults: [{ drop: ${drop} }]\n`;
    const { api, records } = sandbox({ seeds });
    const read = async () => (await api.fetch(requestOf("orders", { key }))).text();
    await expect(read()).rejects.toThrow();
    expect(records.map((record) => record.hints)).toEqual([
      [expect.stringContaining("closed the")],
    ]);
  });

  test("a key in the query that is rejected with it", async () => {
    const { call, records } = sandbox({ seeds: `${SEEDS}  unknownQuery: reject\n` });
    await call("ping", { key, query: `token=${key}` });
    expect(records.map((record) => record.hints)).toEqual([
      ["the query has a key in `token`, where logs and proxies can see it"],
    ]);
  });
});

test("a record has the request, the response, and the time on the world's clock", async () => {
  const { call, records, pass } = sandbox();
  pass(60);
  const { id } = await call("ping", { key, query: "a=1" });
  expect(records).toEqual([
    {
      id,
      world: "default",
      time: Date.parse("2026-10-17T09:01:00Z"),
      ms: expect.any(Number),
      method: "GET",
      path: "/api/v1/integration/ping",
      endpoint: "ping",
      status: 200,
      key: "mst_acme_full",
      merchant: "acme",
      why: undefined,
      hints: ["the query was ignored, because the API has no parameters: a"],
      stack: undefined,
    },
  ]);
});
