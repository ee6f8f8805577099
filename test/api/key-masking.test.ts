// No key stands unmasked in a record, wherever a client put it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { maskKey } from "../../src/world/keys.ts";
import { bodyFor, type CallOptions, sandbox } from "../support/sandbox.ts";

const TOKEN = "mst_acme_full";

const PLACES: readonly (readonly [name: string, call: CallOptions, path?: `/${string}`])[] = [
  ["the path", {}, `/api/v1/integration/${TOKEN}`],
  ["the world's name", {}, `/w/${TOKEN}/api/v1/integration/ping`],
  ["the method", { method: TOKEN }],
  ["a query parameter", { key: TOKEN, query: `key=${TOKEN}` }],
  ["a query parameter's name", { key: TOKEN, query: `${TOKEN}=1` }],
  [
    "a query parameter's name, with an Origin",
    { key: TOKEN, query: TOKEN, headers: { Origin: TOKEN } },
  ],
  ["Authorization, bare", { headers: { Authorization: TOKEN } }],
  ["Authorization, as the scheme", { headers: { Authorization: `${TOKEN} ${TOKEN}` } }],
  ["Authorization, twice", { key: `${TOKEN}, Bearer ${TOKEN}` }],
  ["X-Api-Key", { headers: { "X-Api-Key": TOKEN } }],
  ["Content-Type", { key: TOKEN, method: "POST", body: "{}", headers: { "Content-Type": TOKEN } }],
  ["a field's name", { key: TOKEN, method: "POST", body: `{"${TOKEN}":1}` }],
  ["a field's value", { key: TOKEN, method: "POST", body: `{"productId":"${TOKEN}"}` }],
];

describe("a record shows no key that stands in", () => {
  test.each(PLACES)("%s", async (_name, call, path = "/api/v1/integration/checkout-links") => {
    for (const unknownQuery of ["ignore", "reject"]) {
      const seeds = seedsWith(TOKEN, unknownQuery);
      const { call: ask, records } = sandbox({ seeds });
      await ask(path, call);
      await ask("ping", { ...call, body: "" });
      expect(JSON.stringify(records)).not.toContain(TOKEN);
    }
  });
});

test("no key of any characters, put anywhere, is in a record", async () => {
  const token = fc.string({ unit: visible, minLength: 8, maxLength: 24 });
  const around = fc.string({ unit: visible, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(token, around, around, async (key, before, after) => {
      const { call, records } = sandbox({ seeds: seedsWith(key, "ignore") });
      const text = before + key + after;
      await call(`/${text.replace(/[?#]/g, "")}`);
      await call("ping", { key, query: text });
      await call("ping", { headers: { Authorization: text } });
      await call("ping", { key: text, headers: { Origin: text } });
      await call("checkout-links", { key, body: JSON.stringify({ [text]: text }) });
      await call("checkout-links", { key, body: "{}", headers: { "Content-Type": text } });
      for (const record of records) {
        for (const value of [record, ...Object.values(record), ...record.hints]) {
          if (typeof value === "string") expect(value).not.toContain(key);
        }
      }
      expect(records.length).toBe(6);
    }),
  );
});

test("a key that is a UUID and is sent as a productId is masked", async () => {
  const key = "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d";
  const { call, records } = sandbox({ seeds: seedsWith(key, "ignore") });
  await call("checkout-links", { key, body: bodyFor(key) });
  expect(records[0]?.why).toBe(
    "no product of world default has the id 3f2b…5d; GET /products lists yours",
  );
});

test("a key that a bug tells of is masked", async () => {
  const { call, records, worlds } = sandbox();
  Object.assign(worlds.default, {
    listOrders: () => {
      throw new Error(`no orders of ${TOKEN}`);
    },
  });
  await call("orders", { key: TOKEN });
  expect(records.map(({ why }) => why)).toEqual(["a bug in the sandbox: no orders of mst_…ll"]);
  expect(JSON.stringify(records)).not.toContain(TOKEN);
});

test("a record names the known and the unknown key that authenticates, masked", async () => {
  const { call, records } = sandbox();
  for (const key of [TOKEN, "mst_acme_revoked", "unknown-token", "1234567"]) {
    await call("ping", { key });
  }
  expect(records.map(({ key, merchant }) => [key, merchant])).toEqual([
    ["mst_…ll", "acme"],
    ["mst_…ed", "acme"],
    ["unkn…en", undefined],
    ["…", undefined],
  ]);
});

test("a mask holds at most the first four and the last two characters", () => {
  expect(maskKey("12345678")).toBe("1234…78");
  expect(maskKey("1234567")).toBe("…");
});

test("every key is hidden whole, though it begins with another, holds a sign or is encoded", () => {
  const { worlds } = sandbox({
    seeds: `
merchants: [{ slug: acme }]
keys:
  - { key: mst_acme, merchant: acme }
  - { key: mst_acme_live_SECRET, merchant: acme }
  - { key: "$&$&$&$&", merchant: acme }
  - { key: mst_a+b/c==, merchant: acme }
`,
  });
  const mask = worlds.default.maskKeys;
  expect(mask("/x/mst_acme_live_SECRET/mst_acme")).toBe("/x/mst_…ET/mst_…me");
  expect(mask("a$&$&$&$&b")).toBe("a$&$&…$&b");
  expect(mask("/mst_a%2Bb%2Fc%3D%3D?mst_a+b/c==")).toBe("/mst_…==?mst_…==");
});

test("a key is hidden whose signs are escaped though they need not be, even twice", () => {
  const mask = sandbox().worlds.default.maskKeys;
  expect(mask("/x%6Dst_acme_full")).toBe("/xmst_…ll");
  expect(mask("/x%256Dst_acme_full")).toBe("/xmst_…ll");
  expect(mask('{"x":"mst\\u005facme_full"}')).toBe('{"x":"mst_…ll"}');
  expect(mask("/100%25/%C3%A9")).toBe("/100%25/%C3%A9");
});

test("a key stays hidden in what the journal remembers, also once it is removed", async () => {
  const { call, handle, worlds } = sandbox();
  await call(`/${TOKEN}`, {
    headers: { "X-Foo": "mst_acme_full", "X-Auth": `Basic bXN0X2FjbWVfZnVsbA==` },
  });
  await call("/mst_acme_full");
  const before = worlds.default.journal.list();
  await handle("default").change({ keys: [{ key: "mst_acme_full", remove: true }] });
  expect(worlds.default.journal.list()).toEqual(before);
  expect(JSON.stringify(before)).not.toContain("mst_acme_full");
  expect(before[0]?.request.headers["x-auth"]).toBe("Basic bXN0…==");
});

const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));

const seedsWith = (key: string, unknownQuery: string) => `
merchants: [{ slug: acme }]
keys: [{ key: ${JSON.stringify(key)}, merchant: acme }]
settings: { rateLimit: off, unknownQuery: ${unknownQuery} }
`;
