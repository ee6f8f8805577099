// A scenario laid over the seeds beneath it, entry by entry: what it changes, takes out and adds.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ATLAS, amountsOf, BASE, BEFORE, contentOf, DAY, FIRST, lay, NOVEL } from "../lay.ts";
import { listOrders, load, loadAll, loadFine, NOW, problems, type Seen, see } from "../load.ts";

test("the id that NOVEL-1 is derived to is the one that is used here", () => {
  expect([...BEFORE.products.keys()][1]).toBe(NOVEL);
});

describe("an entry changes just what it gives", () => {
  test.each([
    [
      "of a merchant by its slug",
      "merchants: [{ slug: acme, name: Acme }]",
      "name: Acme Books",
      "name: Acme",
    ],
    [
      "of a key",
      "keys: [{ key: mst_acme_by_id, status: revoked }]",
      "scopes: []",
      "scopes: [], status: revoked",
    ],
    [
      "of a product by its code",
      "products: [{ publicCode: ATLAS-1, status: DRAFT }]",
      "version: 4",
      "version: 4, status: DRAFT",
    ],
    [
      "of an order by its id",
      `orders: [{ id: ${FIRST}, amountMinor: 10 }]`,
      'amountMinor: "1"',
      "amountMinor: 10",
    ],
    [
      "of an order by its id in another case",
      `orders: [{ id: ${FIRST.toUpperCase()}, state: LATE }]`,
      'amountMinor: "1"',
      'amountMinor: "1", state: LATE',
    ],
    [
      "of an order by its ref",
      "orders: [{ ref: second, refundedMinor: 1 }]",
      "ref: second",
      "ref: second, refundedMinor: 1",
    ],
    [
      "of a series by its ref",
      'orders: [{ ref: "novel-{n}", amountMinor: "1{n}" }]',
      'amountMinor: "4"',
      'amountMinor: "1{n}"',
    ],
    [
      "of an order's id by its ref",
      `orders: [{ ref: second, id: ${ATLAS} }]`,
      "ref: second",
      `ref: second, id: ${ATLAS}`,
    ],
    [
      "of a key by one field, whole",
      "keys: [{ key: mst_acme_full, scopes: [orders:read] }]",
      "expiresAt: now+90d",
      "expiresAt: now+90d, scopes: [orders:read]",
    ],
  ])("%s", (_what, scenario, written, changed) => {
    expect(BASE.split(written)).toHaveLength(2);
    const byHand = loadFine({ "base.yaml": BASE.replace(written, changed) });
    expect(contentOf(lay(scenario))).toEqual(contentOf(byHand));
    expect(contentOf(byHand)).not.toEqual(contentOf(BEFORE));
  });

  test("of any keys, as if it were written in the base", () => {
    const slugs = ["acme", "globex"] as const;
    const key = fc.record(
      {
        merchant: fc.constantFrom(...slugs),
        status: fc.constantFrom("active", "revoked"),
        scopes: fc.subarray(["catalog:read", "orders:read", "checkout:links"]),
        expiresAt: fc.constantFrom("now-1d", "now+1d"),
        sandboxAccess: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const pairs = fc.array(fc.tuple(key, fc.option(key, { nil: undefined })), { maxLength: 6 });
    const names = (n: number) => ({ key: `mst_key_${n}`, merchant: "acme" });
    const seeds = (keys: object[]) =>
      JSON.stringify({ merchants: slugs.map((slug) => ({ slug })), keys });
    fc.assert(
      fc.property(pairs, (given) => {
        const base = given.map(([before], n) => ({ ...names(n), ...before }));
        const changes = given.flatMap(([, change], n) =>
          change ? [{ key: names(n).key, ...change }] : [],
        );
        const byHand = given.map(([before, change], n) => ({ ...names(n), ...before, ...change }));
        const laid = loadAll({
          "base.yaml": seeds(base),
          "scenarios/s.yaml": JSON.stringify({ keys: changes }),
        }).ofScenario("s");
        expect(laid && contentOf(see(laid))).toEqual(contentOf(loadFine(seeds(byHand))));
      }),
    );
  });

  test("if the fields beneath come from a `<<`", () => {
    const base = `
merchants: [{ slug: acme }]
keys:
  - &full
    key: mst_acme_full
    merchant: acme
    expiresAt: now+1d
  - { <<: *full, key: mst_acme_more, scopes: [] }
`;
    const scenario = "keys: [{ key: mst_acme_more, status: revoked }]";
    const { ofScenario } = loadAll({ "base.yaml": base, "scenarios/s.yaml": scenario });
    const laid = ofScenario("s");
    expect(laid && see(laid).keys.get("mst_acme_more")).toMatchObject({
      merchant: { slug: "acme" },
      expiresAt: NOW + DAY,
      scopes: [],
      status: "revoked",
      origin: "scenarios/s.yaml:1",
    });
    expect(ofScenario("s")?.keys.get("mst_acme_full")?.status).toBe("active");
  });
});

describe("remove: true", () => {
  test("takes out a key, and the faults that are for it", () => {
    const { faults, keys } = lay("keys: [{ key: mst_globex_full, remove: true }]");
    expect([...keys.keys()]).toEqual(["mst_acme_full", "mst_acme_by_id"]);
    expect(faults.map(({ respond }) => respond)).toEqual([502, undefined]);
  });

  test("takes out a merchant with its keys, products, orders and faults, by whatever name", () => {
    const laid = lay("merchants: [{ slug: acme, remove: true }]");
    expect(laid.merchants.map(({ slug }) => slug)).toEqual(["globex"]);
    expect([...laid.keys.keys()]).toEqual(["mst_globex_full"]);
    expect([...laid.products.values()].map(({ publicCode }) => publicCode)).toEqual(["GLOBE-1"]);
    expect(amountsOf(laid)).toEqual(["7"]);
    expect(laid.faults.map(({ respond }) => respond)).toEqual([500, undefined]);
  });

  test("takes out a product with its orders, by its code, its id or one that is derived", () => {
    expect(amountsOf(lay("products: [{ publicCode: ATLAS-1, remove: true }]"))).toEqual([
      "4 4 6",
      "7",
    ]);
    expect(amountsOf(lay("products: [{ publicCode: NOVEL-1, remove: true }]"))).toEqual([
      "1 2 3",
      "7",
    ]);
  });

  test("adds nothing, though the entry would be whole", () => {
    const entry = "{ publicCode: NEW-1, merchant: acme, currency: EUR, remove: true }";
    const scenario = `products: [${entry}]`;
    expect(problems({ "base.yaml": BASE, "scenarios/s.yaml": scenario })).toEqual([
      "scenarios/s.yaml:1:26 error: there is no product `NEW-1` to remove [unknown-entry]",
    ]);
  });

  test("takes out an order, or a whole series", () => {
    const orders = `orders: [{ id: ${FIRST}, remove: true }, { ref: "novel-{n}", remove: true }]`;
    expect(amountsOf(lay(orders))).toEqual(["2 3 6", "7"]);
  });

  test("leaves what the scenario moves elsewhere", () => {
    const laid = lay(`
merchants: [{ slug: acme, remove: true }]
keys: [{ key: mst_acme_full, merchant: globex }]
products: [{ publicCode: ATLAS-1, merchant: globex }]
`);
    expect([...laid.keys.keys()]).toEqual(["mst_acme_full", "mst_globex_full"]);
    expect(amountsOf(laid)).toEqual(["1 2 3 7"]);
  });

  test("distinguishes slugs in upper and lower case", () => {
    const base =
      "merchants: [{ slug: acme }, { slug: ACME }]\nkeys: [{ key: mst_ACME_full, merchant: ACME }]";
    const scenario = "merchants: [{ slug: acme, remove: true }]";
    const { ofScenario } = loadAll({ "base.yaml": base, "scenarios/s.yaml": scenario });
    expect(ofScenario("s")?.keys.size).toBe(1);
  });
});

describe("an entry of a new name is added", () => {
  test("after the existing ones, which keep their ids", () => {
    const laid = lay(`
merchants: [{ slug: kiln }]
keys: [{ key: mst_kiln_full, merchant: kiln }]
products: [{ publicCode: ATLAS-0, merchant: acme, currency: EUR }]
orders:
  - { product: ATLAS-0, amountMinor: "8", createdAt: now }
  - { product: ATLAS-1, amountMinor: "9", createdAt: now }
`);
    expect(laid.merchants.map(({ slug }) => slug)).toEqual(["acme", "globex", "kiln"]);
    expect([...laid.keys.keys()].at(-1)).toBe("mst_kiln_full");
    const codes = [...laid.products.values()].map(({ publicCode }) => publicCode);
    expect(codes).toEqual(["ATLAS-1", "NOVEL-1", "GLOBE-1", "ATLAS-0"]);
    const ids = (blueprint: Seen) => listOrders(blueprint).map(({ id }) => id);
    expect(ids(laid)).toHaveLength(8);
    expect(ids(laid)).toEqual(expect.arrayContaining(ids(BEFORE)));
  });
});

test("a change is rejected if it would give two entries the same name", () => {
  const scenario = `products: [{ publicCode: GLOBE-1, id: ${ATLAS} }]`;
  expect(problems({ "base.yaml": BASE, "scenarios/s.yaml": scenario })).toEqual([
    "scenarios/s.yaml:1:39 error: duplicate `id`: already used by the product at base.yaml:10 [duplicate-name]",
  ]);
});

test("of changes that fit nothing, the first fifty come with a suggestion", () => {
  const numbers = Array.from({ length: 2_000 }, (_, n) => n);
  const order = { product: "ATLAS-1", amountMinor: "1", createdAt: "now" };
  const { diagnostics } = load({
    "base.yaml": JSON.stringify({
      merchants: [{ slug: "acme" }],
      keys: [{ key: "mst_acme_full", merchant: "acme" }],
      products: [{ publicCode: "ATLAS-1", merchant: "acme", currency: "EUR" }],
      orders: numbers.map((n) => ({ ...order, ref: `order-${n}` })),
    }),
    "scenarios/s.yaml": JSON.stringify({
      orders: numbers.map((n) => ({ ref: `ordre-${n}`, state: "LATE" })),
    }),
  });
  const hints = diagnostics.map(({ hint }) => hint);
  expect(hints[0]).toBe("Did you mean `order-0`?");
  expect(hints.filter((hint) => hint?.startsWith("Did you mean"))).toHaveLength(50);
});
