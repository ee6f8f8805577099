// The rate limit from outside: which requests cost a token, whose bucket it is, and what a 429 says.
import { describe, expect, test } from "bun:test";
import type { EndpointName } from "../../src/contract/endpoints.ts";
import {
  bodyFor,
  type CallOptions,
  errorText,
  IDS,
  sandbox,
  type TestSandbox,
} from "../support/sandbox.ts";

const LIMIT = "{ capacity: 3, refillPerSecond: 0.5 }";

const seedsOf = (settings: string) => `
merchants: [{ slug: acme }, { slug: closed, sandboxAccess: false }]
keys:
  - { key: mst_acme_full, merchant: acme }
  - { key: mst_acme_other, merchant: acme }
  - { key: mst_acme_none, merchant: acme, scopes: [] }
  - { key: mst_acme_revoked, merchant: acme, status: revoked }
  - { key: mst_acme_own, merchant: acme, rateLimit: { capacity: 1, refillPerSecond: 1 } }
  - { key: mst_closed_full, merchant: closed }
products: [{ publicCode: P, merchant: acme, id: ${IDS.atlas}, currency: EUR }]
settings: { ${settings} }
`;

const SEEDS = seedsOf(`rateLimit: ${LIMIT}`);
const key = "mst_acme_full";

/** Counts how many pings in a row a key is answered before it gets 429, a thousand at most. */
async function countAllowed({ call }: TestSandbox, options: CallOptions): Promise<number> {
  for (let count = 0; count < 1_000; count++) {
    if ((await call("ping", options)).status === 429) return count;
  }
  return 1_000;
}

test("exactly as many requests succeed as the bucket holds, then 429 with Retry-After", async () => {
  const { call } = sandbox({ seeds: SEEDS });
  for (let n = 0; n < 3; n++) expect((await call("ping", { key })).status).toBe(200);
  const { id, text, ...rest } = await call("ping", { key });
  expect(text).toBe(errorText("rate_limit_exceeded", "The rate limit is exceeded.", id));
  expect(rest).toEqual({
    status: 429,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      "retry-after": "2",
    },
  });
});

test("one bucket is drawn from by all endpoints", async () => {
  const { call } = sandbox({ seeds: SEEDS });
  const statuses = [];
  for (const name of ["ping", "products", "orders", "checkout-links"] as const) {
    statuses.push(
      (await call(name, { key, ...(name === "checkout-links" && { body: "{}" }) })).status,
    );
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

describe("a token is spent by", () => {
  test.each<[status: number, target: EndpointName, call: CallOptions]>([
    [200, "ping", { key }],
    [200, "ping", { key, method: "HEAD" }],
    [201, "checkout-links", { key, body: bodyFor(IDS.atlas) }],
    [400, "checkout-links", { key, body: "{" }],
    [403, "orders", { key: "mst_acme_none" }],
    [403, "ping", { key: "mst_closed_full" }],
    [404, "checkout-links", { key, body: bodyFor(IDS.unknown) }],
  ])("a response %d to %s %j", async (status, target, call) => {
    const made = sandbox({ seeds: SEEDS });
    expect((await made.call(target, call)).status).toBe(status);
    expect(await countAllowed(made, { key: call.key ?? "" })).toBe(2);
  });
});

describe("no token is spent by", () => {
  test.each<[status: number, target: EndpointName | `/${string}`, call: CallOptions]>([
    [401, "ping", {}],
    [401, "ping", { key: "mst_acme_revoked" }],
    [401, "ping", { headers: { Authorization: key } }],
    [404, "/nothing", { key }],
    [405, "ping", { key, method: "DELETE" }],
  ])("a response %d to %s %j", async (status, target, call) => {
    const made = sandbox({ seeds: SEEDS });
    for (let n = 0; n < 10; n++) expect((await made.call(target, call)).status).toBe(status);
    expect(await countAllowed(made, { key })).toBe(3);
  });

  test("a 401, however often a key gets it", async () => {
    const made = sandbox({ seeds: SEEDS });
    expect(await countAllowed(made, { key: "mst_acme_revoked" })).toBe(1_000);
  });
});

describe("a bucket is its own", () => {
  test("for each key, of the same merchant too", async () => {
    const made = sandbox({ seeds: SEEDS });
    expect(await countAllowed(made, { key })).toBe(3);
    expect(await countAllowed(made, { key: "mst_acme_other" })).toBe(3);
  });

  test("for each world", async () => {
    const made = sandbox({ seeds: SEEDS });
    made.worlds.create("other");
    expect(await countAllowed(made, { key })).toBe(3);
    expect(await countAllowed(made, { key, world: "other" })).toBe(3);
    expect(await countAllowed(made, { key, world: "default" })).toBe(0);
  });
});

describe("the limit is", () => {
  test.each([
    ["100, refilled by 50 a second, where nothing is said", "", 100],
    ["what the settings say", `rateLimit: ${LIMIT}`, 3],
    ["none where the settings say off", "rateLimit: off", 1_000],
  ])("%s", async (_name, settings, allowed) => {
    expect(await countAllowed(sandbox({ seeds: seedsOf(settings) }), { key })).toBe(allowed);
  });

  test.each([`rateLimit: ${LIMIT}`, "rateLimit: off"])(
    "the key's own if it has one, under %s",
    async (settings) => {
      const made = sandbox({ seeds: seedsOf(settings) });
      expect(await countAllowed(made, { key: "mst_acme_own" })).toBe(1);
    },
  );

  test.each([
    ["off", "off", 1_000],
    ["a bucket", { capacity: 2, refillPerSecond: 1 }, 2],
  ] as const)("%s for every key if it is overridden", async (_name, rateLimit, allowed) => {
    const made = sandbox({ seeds: SEEDS, overrides: { rateLimit } });
    expect(await countAllowed(made, { key })).toBe(allowed);
    expect(await countAllowed(made, { key: "mst_acme_own" })).toBe(allowed);
  });
});

test("the default limit is 100 requests and 50 a second", async () => {
  const made = sandbox({ seeds: seedsOf("") });
  await countAllowed(made, { key });
  made.pass(1);
  expect(await countAllowed(made, { key })).toBe(50);
  made.pass(1e6);
  expect(await countAllowed(made, { key })).toBe(100);
});
