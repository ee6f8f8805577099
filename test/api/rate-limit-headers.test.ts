// The headers of the IETF draft, which a world sends where its settings ask for them.
import { describe, expect, test } from "bun:test";
import { bodyFor, IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

const seedsOf = (settings: string) => `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme, scopes: ["checkout:links"] }]
products: [{ publicCode: P, merchant: acme, id: ${IDS.atlas}, currency: EUR }]
settings: { ${settings} }
`;

const draft = (capacity: number, refillPerSecond: number) =>
  seedsOf(
    `rateLimit: { capacity: ${capacity}, refillPerSecond: ${refillPerSecond} }, rateLimitHeaders: draft`,
  );

describe("under `rateLimitHeaders: draft`", () => {
  test("every response after the bucket check shows the policy, the tokens left and the seconds to the next", async () => {
    const { call, pass } = sandbox({ seeds: draft(5, 0.4) });
    const body = bodyFor(IDS.atlas);
    const answers = [
      await call("checkout-links", { key, body }),
      await call("checkout-links", { key, body: "{}" }),
      await call("orders", { key }),
      await call("checkout-links", { key, body: bodyFor(IDS.unknown) }),
      await call("ping", { key, method: "HEAD" }),
      await call("ping", { key }),
    ];
    pass(2);
    answers.push(await call("ping", { key }));
    pass(0.5);
    answers.push(await call("ping", { key }));
    expect(
      answers.map(({ status, headers }) => [
        status,
        headers["ratelimit-policy"],
        headers.ratelimit,
        headers["retry-after"],
      ]),
    ).toEqual([
      [201, '"default";q=5;w=13', '"default";r=4;t=3', undefined],
      [400, '"default";q=5;w=13', '"default";r=3;t=3', undefined],
      [403, '"default";q=5;w=13', '"default";r=2;t=3', undefined],
      [404, '"default";q=5;w=13', '"default";r=1;t=3', undefined],
      [200, '"default";q=5;w=13', '"default";r=0;t=3', undefined],
      [429, '"default";q=5;w=13', '"default";r=0;t=3', "3"],
      [429, '"default";q=5;w=13', '"default";r=0;t=1', "1"],
      [200, '"default";q=5;w=13', '"default";r=0;t=3', undefined],
    ]);
  });

  test.each([
    [100, 50, 2],
    [1, 1_000, 1],
    [21, 0.7, 30],
    [42, 1.4, 30],
    [3, 0.333, 10],
    [7, 0.1, 70],
  ])("a bucket of %d that refills by %d a second has a window of %d s", async (q, refill, w) => {
    const { headers } = await sandbox({ seeds: draft(q, refill) }).call("ping", { key });
    expect(headers["ratelimit-policy"]).toBe(`"default";q=${q};w=${w}`);
  });

  test("numbers have at most the 15 digits that a header allows", async () => {
    const most = "999999999999999";
    const { headers } = await sandbox({ seeds: draft(Number.MAX_SAFE_INTEGER, 0.000001) }).call(
      "ping",
      { key },
    );
    expect([headers["ratelimit-policy"], headers.ratelimit]).toEqual([
      `"default";q=${most};w=${most}`,
      `"default";r=${most};t=1000000`,
    ]);
  });

  test("responses from checks before the bucket show nothing about it", async () => {
    const { call } = sandbox({ seeds: draft(5, 1) });
    const answers = [
      await call("ping"),
      await call("ping", { key: "unknown-key" }),
      await call("ping", { key, method: "POST" }),
      await call("/nothing", { key }),
    ];
    for (const { headers } of answers) expect(Object.keys(headers).join()).not.toMatch(/ratelimit/);
  });
});

test.each([
  ["where the settings say none", "rateLimitHeaders: none"],
  ["where the settings say nothing", ""],
  ["without a limit", "rateLimit: off, rateLimitHeaders: draft"],
])("no header shows the bucket %s", async (_name, settings) => {
  const { headers } = await sandbox({ seeds: seedsOf(settings) }).call("ping", { key });
  expect(headers).toEqual({ "cache-control": "no-store", "content-type": "application/json" });
});
