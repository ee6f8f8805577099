// What the two lists hold and in which order: the merchant's own, fifty at most.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";
const HOUR = 3_600_000;

const settings = (listOrder: string) => `settings: { rateLimit: off, listOrder: ${listOrder} }`;

const BASE = `
merchants: [{ slug: acme }, { slug: globex }]
keys: [{ key: ${key}, merchant: acme }, { key: mst_globex_full, merchant: globex }]
`;

const orderId = (n: number) => `0de70000-0000-4000-8000-${`${n}`.padStart(12, "0")}`;

/** Orders of which each gives its id's number and how many hours ago it was made. */
const seedsOf = (orders: readonly (readonly [n: number, hours: number])[], listOrder = "newest") =>
  [
    BASE,
    "products: [{ publicCode: P, merchant: acme, currency: EUR }]",
    "orders:",
    ...orders.map(
      ([n, hours]) =>
        `  - { product: P, id: ${orderId(n)}, amountMinor: 1, createdAt: now-${hours}h }`,
    ),
    settings(listOrder),
  ].join("\n");

const productsOf = (count: number, listOrder = "newest") =>
  [
    BASE,
    "products:",
    ...Array.from(
      { length: count },
      (_, n) => `  - { publicCode: P${n}, merchant: acme, currency: EUR }`,
    ),
    settings(listOrder),
  ].join("\n");

async function idsOf(seeds: string): Promise<string[]> {
  const items: { id: string }[] = JSON.parse(
    (await sandbox({ seeds }).call("orders", { key })).text,
  );
  return items.map(({ id }) => id);
}

async function codesOf(seeds: string): Promise<string[]> {
  const { text } = await sandbox({ seeds }).call("products", { key });
  const items: { publicCode: string }[] = JSON.parse(text);
  return items.map(({ publicCode }) => publicCode);
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

describe("orders", () => {
  test.each([
    ["newest", [1, 2, 3]],
    ["oldest", [3, 2, 1]],
  ])("come %s first, however they were seeded", async (listOrder, ids) => {
    const seeds = seedsOf(
      [
        [2, 5],
        [1, 1],
        [3, 9],
      ],
      listOrder,
    );
    expect(await idsOf(seeds)).toEqual(ids.map(orderId));
  });

  test("of the same time come as they were made, the last first", async () => {
    const seeds = seedsOf([
      [3, 1],
      [1, 1],
      [2, 1],
    ]);
    expect(await idsOf(seeds)).toEqual([2, 1, 3].map(orderId));
  });

  test.each([49, 50, 51, 120])("of %d return at most fifty", async (count) => {
    const all = numbers(1, count);
    const newest = all.toReversed().slice(0, 50).map(orderId);
    const seeds = (listOrder: string) =>
      seedsOf(
        all.map((n) => [n, count - n]),
        listOrder,
      );
    expect(await idsOf(seeds("newest"))).toEqual(newest);
    expect(await idsOf(seeds("oldest"))).toEqual(all.slice(0, 50).map(orderId));
    const shuffled = await idsOf(seeds("shuffled"));
    expect(shuffled).not.toEqual(newest);
    expect(shuffled.toSorted()).toEqual(newest.toSorted());
    expect(await idsOf(seeds("shuffled"))).toEqual(shuffled);
  });

  test("of any times are sorted by time, newest first, then as they were made", async () => {
    const hours = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(hours, async (all) => {
        const orders = all.map((ago, n) => [n, ago] as const);
        const sorted = orders.toSorted(([m, a], [n, b]) => a - b || n - m);
        const expected = sorted.slice(0, 50).map(([n]) => orderId(n));
        expect(await idsOf(seedsOf(orders))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test("keep the same order as time goes by", async () => {
    const { call, pass } = sandbox();
    const { text } = await call("orders", { key });
    pass(HOUR);
    expect((await call("orders", { key })).text).toBe(text);
  });
});

describe("products", () => {
  test.each([49, 50, 51])("of %d are returned as seeded, at most fifty", async (count) => {
    const codes = numbers(0, Math.min(count, 50) - 1).map((n) => `P${n}`);
    expect(await codesOf(productsOf(count))).toEqual(codes);
    expect(await codesOf(productsOf(count, "oldest"))).toEqual(codes);
    const shuffled = await codesOf(productsOf(count, "shuffled"));
    expect(shuffled).not.toEqual(codes);
    expect(new Set(shuffled).size).toBe(codes.length);
  });
});

test("a merchant sees only its own products and orders", async () => {
  const { call } = sandbox();
  const both = async (token: string) =>
    (await call("products", { key: token })).text + (await call("orders", { key: token })).text;
  const [acme, globex] = [await both(key), await both("mst_globex_full")];
  expect(acme).toContain("ATLAS-1");
  expect(acme).not.toContain("GLOBE-1");
  expect(globex).toContain("GLOBE-1");
  expect(globex).not.toContain("ATLAS-1");
  expect(globex).toEndWith("[]");
});

test("each key sees what its scopes allow, and gets 403 elsewhere", async () => {
  const { call } = sandbox({ seeds: SEEDS });
  const statuses = async (token: string) => [
    (await call("ping", { key: token })).status,
    (await call("products", { key: token })).status,
    (await call("orders", { key: token })).status,
    (await call("checkout-links", { key: token, body: "{}" })).status,
  ];
  expect(await statuses(key)).toEqual([200, 200, 200, 400]);
  expect(await statuses("mst_acme_reads")).toEqual([200, 200, 200, 403]);
  expect(await statuses("mst_acme_links")).toEqual([200, 403, 403, 400]);
  expect(await statuses("mst_acme_none")).toEqual([200, 403, 403, 403]);
  expect(await statuses("mst_acme_noaccess")).toEqual([403, 403, 403, 403]);
  expect(await statuses("mst_closed_full")).toEqual([403, 403, 403, 403]);
});
