// What a world's journal holds of a request to the API: all that was asked and answered, and no key.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  bodyFor,
  type CallOptions,
  IDS,
  requestOf,
  SEEDS,
  sandbox,
  type TestSandbox,
} from "../support/sandbox.ts";

const key = "mst_acme_full";
const entriesOf = ({ worlds }: TestSandbox) => worlds.default.journal.list();

describe("an entry", () => {
  test("holds what was asked, what was answered, and when on the world's clock", async () => {
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
        key: "mst_…ll",
        merchant: "acme",
        why: null,
        hints: ["the query was ignored, the API defines no parameter: page"],
        request: {
          headers: { authorization: "Bearer mst_…ll", "user-agent": "shop/1.0" },
          body: null,
        },
        response: { body: text },
      },
    ]);
  });

  test("is null where there was no endpoint and no key", async () => {
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
        key: null,
        merchant: null,
        why: expect.stringContaining("/ is none of the four paths"),
        hints: [],
        request: { headers: {}, body: null },
        response: { body: text },
      },
    ]);
  });

  test("is there from the request on, and completed by the answer", async () => {
    const made = sandbox({ seeds: `faults: [{ endpoint: ping, delay: 1d }]\n${SEEDS}` });
    const answer = made.api.fetch(requestOf("ping", { key }));
    await made.call("products", { key });
    const hung = { endpoint: "ping", status: null, ms: null, response: { body: null } };
    const done = { endpoint: "products", status: 200, ms: expect.any(Number) };
    expect(entriesOf(made)).toMatchObject([{ ...hung, key: "mst_…ll" }, done]);
    expect(entriesOf(made)[0]?.hints[0]).toContain("held the answer back");
    made.worlds.default.release();
    const text = await (await answer).text();
    expect(entriesOf(made)).toMatchObject([{ status: 200, response: { body: text } }, done]);
  });

  test("says what the log says, of every kind of answer", async () => {
    const made = sandbox();
    for (const call of [{}, { key: "unknown-key" }, { key, query: "a=1" }, { key, method: "PUT" }])
      await made.call("ping", call);
    await made.call("checkout-links", { key, body: bodyFor(IDS.globe) });
    const told = entriesOf(made).map(({ id, why, hints, status }) => ({ id, why, hints, status }));
    expect(told).toEqual(
      made.records.map(({ id, why = null, hints, status }) => ({ id, why, hints, status })),
    );
  });

  test("tells of an answer that was lost on its way", async () => {
    const made = sandbox({ seeds: `faults: [{ drop: before }]\n${SEEDS}` });
    await expect(made.api.fetch(requestOf("ping", { key }))).rejects.toThrow("fetch failed");
    expect(entriesOf(made)).toMatchObject([
      { status: 200, hints: [expect.stringContaining("closed the connection before this answer")] },
    ]);
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

  test("is null where it was not read, and in the answer to a HEAD", async () => {
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

  test.each([
    ["a".repeat(4_096), "a".repeat(4_096)],
    ["a".repeat(4_097), `${"a".repeat(4_096)}… (cut at 4 KiB of 4097 bytes)`],
    ["a".repeat(9_000), `${"a".repeat(4_096)}… (cut at 4 KiB of 9000 bytes)`],
    ["€".repeat(2_000), `${"€".repeat(1_365)}… (cut at 4 KiB of 6000 bytes)`],
  ])("is cut at 4 KiB, between two characters", async (body, shown) => {
    const made = sandbox();
    await made.call("checkout-links", { key, body });
    expect(bodies(made).map(([sent]) => sent)).toEqual([shown]);
  });

  test("is cut in the answer too", async () => {
    const series =
      "{ product: ATLAS-1, amountMinor: 1, createdAt: now-9d, repeat: { times: 50, every: 1m } }";
    const made = sandbox({ seeds: SEEDS.replace("\norders:", `\norders:\n  - ${series}`) });
    const { text } = await made.call("orders", { key });
    const shown = `${text.slice(0, 4_096)}… (cut at 4 KiB of ${text.length} bytes)`;
    expect(bodies(made)).toEqual([[null, shown]]);
  });
});

describe("no key stands in an entry", () => {
  const PLACES: readonly (readonly [name: string, call: CallOptions, path?: `/${string}`])[] = [
    ["the path", {}, `/api/${key}`],
    ["the method", { method: key }],
    ["Authorization", { key }],
    ["Authorization, bare", { headers: { Authorization: key } }],
    ["Authorization, as Basic", { headers: { Authorization: `Basic ${btoa(`${key}:`)}` } }],
    ["Authorization, twice", { key: `${key}, Bearer ${key}` }],
    ["X-Api-Key", { headers: { "X-Api-Key": key } }],
    ["another header", { key, headers: { Referer: `http://x/?k=${key}` } }],
    ["a header's name", { key, headers: { [key]: "1" } }],
    ["the query", { key, query: `a=1&k=${key}` }],
    ["the query, encoded", { key, query: `k=%6dst_acme_ful%6c` }],
    ["a parameter's name", { key, query: key }],
    ["the body", { key, method: "POST", body: JSON.stringify({ [key]: key }) }],
    ["the body, across the cut", { key, method: "POST", body: "a".repeat(4_090) + key }],
    ["the body, after other keys", { key, method: "POST", body: `${key} `.repeat(900) }],
  ];

  test.each(PLACES)(
    "that was sent in %s",
    async (_name, call, path = "/api/v1/integration/checkout-links") => {
      const made = sandbox();
      await made.call(path, call);
      const told = JSON.stringify(entriesOf(made));
      for (const secret of [key, "mst_a", "%6d", btoa(`${key}:`)])
        expect(told).not.toContain(secret);
    },
  );

  test.each<[headers: Record<string, string>, shown: Record<string, string>]>([
    [{ Authorization: "bearer  of-another" }, { authorization: "bearer  of-a…er" }],
    [{ Authorization: "of-another-sandbox" }, { authorization: "of-a…ox" }],
    [{ Authorization: "of-another sandbox" }, { authorization: "of-a…ox" }],
    [{ "Proxy-Authorization": "Basic dXNlcjpwYXNz" }, { "proxy-authorization": "Basic dXNl…Nz" }],
    [{ "X-Auth-Token": "of-another" }, { "x-auth-token": "of-a…er" }],
    [{ "X-Trace": "of-another" }, { "x-trace": "of-another" }],
  ])(
    "that is of another sandbox, where the header tells that it is one",
    async (headers, shown) => {
      const made = sandbox();
      await made.call("ping", { headers });
      expect(entriesOf(made)[0]?.request.headers).toEqual(shown);
    },
  );

  test.each([
    ["token=of-another&a=%31&&b", "token=of-a…er&a=%31&&b"],
    ["api%5Fkey=of-another", "api_key=of-a…er"],
    ["key=", "key="],
    ["a=b=c", "a=b=c"],
  ])("that is of another sandbox, where the parameter tells: %s", async (query, shown) => {
    const made = sandbox();
    await made.call("/", { query });
    expect(entriesOf(made)[0]?.path).toBe(`/?${shown}`);
  });

  test("of any characters, put anywhere", async () => {
    const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
    const token = fc
      .string({ unit: visible, minLength: 8, maxLength: 24 })
      .filter((text) => !/["\\]/.test(text));
    const around = fc.string({ unit: visible, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(token, around, around, async (known, before, after) => {
        const seeds = `merchants: [{ slug: acme }]\nkeys: [{ key: ${JSON.stringify(known)}, merchant: acme }]\n`;
        const made = sandbox({ seeds });
        const text = before + known + after;
        await made.call("ping", { key: known, headers: { Origin: text, "X-Api-Key": text } });
        await made.call("ping", { key: known, query: text });
        await made.call("ping", { headers: { Authorization: text } });
        await made.call("checkout-links", { key: known, body: JSON.stringify({ a: text }) });
        for (const { method, path, why, hints, request, response } of entriesOf(made)) {
          const { headers, body } = request;
          const names = Object.entries(headers).flat();
          for (const told of [method, path, why, ...hints, ...names, body, response.body])
            expect(told ?? "").not.toContain(known);
        }
        expect(entriesOf(made)).toHaveLength(4);
      }),
    );
  });
});
