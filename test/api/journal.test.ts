// What a world's journal holds of a request to the API: all that was asked and answered.
import { describe, expect, test } from "bun:test";
import { bodyFor, IDS, requestOf, SEEDS, sandbox, type TestSandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";
const entriesOf = ({ worlds }: TestSandbox) => worlds.default.journal.list();

describe("an entry", () => {
  test("has the request, the response, and the time on the world's clock", async () => {
    const made = sandbox();
    made.pass(60);
    const headers = { "User-Agent": "shop/1.0" };
    const { id, text } = await made.call("ping", { key, headers, query: "page=2" });
    expect(entriesOf(made)).toEqual([
      {
        id,
        time: "2026-10-17T09:01:00.000Z",
        ms: expect.any(Number),
        method: "GET",
        path: "/api/v1/integration/ping?page=2",
        endpoint: "ping",
        status: 200,
        dropped: null,
        key: "mst_acme_full",
        merchant: "acme",
        why: null,
        hints: ["the query was ignored, because the API has no parameters: page"],
        request: {
          headers: { authorization: "Bearer mst_acme_full", "user-agent": "shop/1.0" },
          body: null,
        },
        response: {
          headers: {
            "content-type": "application/json",
            "cache-control": "no-store",
            "x-request-id": id,
          },
          body: text,
        },
      },
    ]);
  });

  test("is null without an endpoint or a key", async () => {
    const made = sandbox();
    const { id, text } = await made.call("/");
    expect(entriesOf(made)).toEqual([
      {
        id,
        time: "2026-10-17T09:00:00.000Z",
        ms: expect.any(Number),
        method: "GET",
        path: "/",
        endpoint: null,
        status: 404,
        dropped: null,
        key: null,
        merchant: null,
        why: expect.stringContaining("no endpoint at /"),
        hints: [],
        request: { headers: {}, body: null },
        response: {
          headers: {
            "content-type": "application/json",
            "cache-control": "no-store",
            "x-request-id": id,
          },
          body: text,
        },
      },
    ]);
  });

  test.each([
    ["before", "GET", null, "before", null],
    ["midway", "GET", 200, "midway", expect.stringContaining("merchantId")],
    ["midway", "HEAD", null, "before", null],
  ])("says that the connection was dropped %s a response to %s", async (drop, method, ...shown) => {
    const made = sandbox({ seeds: `faults: [{ endpoint: ping, drop: ${drop} }]\n${SEEDS}` });
    const asked = async () => (await made.api.fetch(requestOf("ping", { key, method }))).text();
    await asked().catch(() => {});
    const [entry] = entriesOf(made);
    expect([entry?.status, entry?.dropped, entry?.response.body]).toEqual(shown);
    expect(entry?.ms).toBeNumber();
    expect(entry?.hints).toEqual([expect.stringMatching(/(?:closed|cut) the connection/)]);
    const { journal } = made.worlds.default;
    expect(journal.list({ status: "dropped" })).toHaveLength(1);
    expect(journal.list({ status: 200 })).toEqual([]);
  });

  test("exists from the request on, and the response completes it", async () => {
    const made = sandbox({ seeds: `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}` });
    const answer = made.api.fetch(requestOf("ping", { key }));
    await made.call("products", { key });
    const hung = {
      endpoint: "ping",
      status: null,
      ms: null,
      response: { headers: {}, body: null },
    };
    const done = { endpoint: "products", status: 200, ms: expect.any(Number) };
    expect(entriesOf(made)).toMatchObject([{ ...hung, key: "mst_acme_full" }, done]);
    expect(entriesOf(made)[0]?.hints[0]).toContain("delayed the response");
    made.worlds.default.release();
    const text = await (await answer).text();
    expect(entriesOf(made)).toMatchObject([{ status: 200, response: { body: text } }, done]);
  });

  test("matches the log for every kind of response", async () => {
    const made = sandbox();
    for (const call of [{}, { key: "unknown-key" }, { key, query: "a=1" }, { key, method: "PUT" }])
      await made.call("ping", call);
    await made.call("checkout-links", { key, body: bodyFor(IDS.globe) });
    const shown = entriesOf(made).map(({ id, why, hints, status }) => ({ id, why, hints, status }));
    expect(shown).toEqual(
      made.records.map(({ id, why = null, hints, status }) => {
        return { id, why, hints: [...hints], status };
      }),
    );
  });

  test("shows each world its own requests", async () => {
    const made = sandbox();
    made.worlds.create("alpha");
    await made.call("ping", { key, world: "alpha" });
    expect(entriesOf(made)).toEqual([]);
    expect(made.worlds.get("alpha").journal.list()).toMatchObject([
      { path: "/api/v1/integration/ping" },
    ]);
  });

  test("keeps the last thousand", async () => {
    const made = sandbox();
    const ids: string[] = [];
    for (let n = 0; n < 1_003; n++) ids.push((await made.call("ping", { key })).id);
    expect(entriesOf(made).map(({ id }) => id)).toEqual(ids.slice(3));
  });
});

describe("a body", () => {
  const bodies = (made: TestSandbox) =>
    entriesOf(made).map(({ request, response }) => [request.body, response.body]);

  test("is shown as it was sent, broken or not", async () => {
    const made = sandbox();
    for (const body of [bodyFor(IDS.atlas), "{", "\uFEFFü", new Uint8Array([0x7b, 0xff])])
      await made.call("checkout-links", { key, body });
    expect(bodies(made).map(([sent]) => sent)).toEqual([
      bodyFor(IDS.atlas),
      "{",
      "\uFEFFü",
      "{\uFFFD",
    ]);
  });

  test("is null if it was not read, and in the response to HEAD", async () => {
    const made = sandbox();
    await made.call("checkout-links", { key: "unknown-key", body: "{}" });
    await made.call("checkout-links", { key, body: "x".repeat(64 * 1024 + 1) });
    await made.call("ping", { key, method: "HEAD" });
    expect(bodies(made)).toEqual([
      [null, expect.any(String)],
      [null, expect.any(String)],
      [null, null],
    ]);
  });

  const LONG = SEEDS.replace(
    "\norders:",
    "\norders:\n  - { product: ATLAS-1, amountMinor: 1, createdAt: now-9d, repeat: { times: 50, every: 1m } }",
  );

  test("is whole, in the request and in the response", async () => {
    const made = sandbox({ seeds: LONG });
    const long = `"${"a€".repeat(15_000)}"`;
    await made.call("checkout-links", { key, body: long });
    const { text } = await made.call("orders", { key });
    expect(bodies(made)).toEqual([
      [long, expect.any(String)],
      [null, text],
    ]);
  });

  test.each([
    ["a".repeat(9_000), `${"a".repeat(4_096)}… (cut at 4 KiB of 9000 bytes)`],
    ["€".repeat(2_000), `${"€".repeat(1_365)}… (cut at 4 KiB of 6000 bytes)`],
  ])(
    "is cut at 4 KiB, between two characters, if it has more than 4 Mi of them",
    async (body, shown) => {
      const made = sandbox();
      await made.call("checkout-links", { key, body });
      await made.call("checkout-links", { key, body: "short" });
      for (let n = 0; n < 70; n++) {
        await made.call("checkout-links", { key, body: `${n}${"x".repeat(60_000)}` });
      }
      const sent = bodies(made).map(([sent]) => sent ?? "");
      expect(sent.slice(0, 2)).toEqual([shown, "short"]);
      expect(sent.at(-1)).toHaveLength(60_002);
      expect(sent.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(
        4 * 1024 * 1024 + 100_000,
      );
    },
  );

  test("of a response that many requests share counts once", async () => {
    const made = sandbox({ seeds: LONG });
    for (let n = 0; n < 700; n++) await made.call("orders", { key });
    const [first] = bodies(made);
    expect(first?.[1]).not.toContain("cut at");
  });
});

describe("a key of another sandbox is masked", () => {
  test.each<[headers: Record<string, string>, shown: Record<string, string>]>([
    [{ Authorization: "bearer  of-another" }, { authorization: "bearer  of-a…er" }],
    [{ Authorization: "of-another-sandbox" }, { authorization: "of-a…ox" }],
    [{ Authorization: "of-another sandbox" }, { authorization: "of-a…ox" }],
    [{ "Proxy-Authorization": "Basic dXNlcjpwYXNz" }, { "proxy-authorization": "Basic dXNl…Nz" }],
    [{ "X-Auth-Token": "of-another" }, { "x-auth-token": "of-a…er" }],
    [{ "X-Trace": "of-another" }, { "x-trace": "of-another" }],
  ])("if the header says that it is one", async (headers, shown) => {
    const made = sandbox();
    await made.call("ping", { headers });
    expect(entriesOf(made)[0]?.request.headers).toEqual(shown);
  });

  test.each([
    ["token=of-another&a=%31&&b", "token=of-a…er&a=%31&&b"],
    ["api%5Fkey=of-another", "api_key=of-a…er"],
    ["key=", "key="],
    ["a=b=c", "a=b=c"],
  ])("if the parameter says so: %s", async (query, shown) => {
    const made = sandbox();
    await made.call("/", { query });
    expect(entriesOf(made)[0]?.path).toBe(`/?${shown}`);
  });
});
