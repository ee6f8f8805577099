// `repeat` of keys and products: many entries of one, each with a name and an id of its own.
import { expect, test } from "bun:test";
import { load, loadAll, loadFine, problems } from "../load.ts";

const SHELF = `
merchants: [{ slug: acme }]
products:
  - { publicCode: "SHELF-{n}", merchant: acme, currency: EUR, title: "No. {n}", priceMinor: 700, repeat: { times: 60 } }
keys:
  - { key: "mst_acme_{n}", merchant: acme, repeat: { times: 3, from: 10 } }
`;

test("creates products and keys, each with the number in its texts and its own id", () => {
  const { products, keys } = loadFine(SHELF);
  const made = [...products.values()];
  expect(made).toHaveLength(60);
  expect(made[6]).toMatchObject({ publicCode: "SHELF-7", title: "No. 7", priceMinor: "700" });
  expect(new Set(made.map(({ id }) => id)).size).toBe(60);
  const [single] = loadFine(
    "merchants: [{ slug: acme }]\nproducts: [{ publicCode: SHELF-7, merchant: acme, currency: EUR }]",
  ).products.values();
  expect(made[6]?.id).toBe(single?.id ?? "");
  expect([...keys.keys()]).toEqual(["mst_acme_10", "mst_acme_11", "mst_acme_12"]);
});

test("a scenario changes and removes one by its own name, and adds others", () => {
  const scenario = `
products:
  - { publicCode: SHELF-7, status: DRAFT }
  - { publicCode: SHELF-8, remove: true }
  - { publicCode: "NEW-{n}", merchant: acme, currency: EUR, repeat: { times: 2 } }
`;
  const layer = loadAll({ "base.yaml": SHELF, "scenarios/s.yaml": scenario }).ofScenario("s");
  const made = [...(layer?.products.values() ?? [])];
  expect(made).toHaveLength(61);
  expect(made[6]).toMatchObject({ publicCode: "SHELF-7", status: "DRAFT" });
  expect(made.slice(-2).map(({ publicCode }) => publicCode)).toEqual(["NEW-1", "NEW-2"]);
});

test("a scenario changes all of them by the name as written, and one by its own name as well", () => {
  const scenario = `
products:
  - { publicCode: SHELF-7, title: Seven }
  - { publicCode: "SHELF-{n}", status: DRAFT, title: "Draft {n}" }
  - { publicCode: "SHELF-{n}", merchant: acme, currency: EUR, repeat: { times: 2, from: 61 } }
keys:
  - { key: "mst_acme_{n}", remove: true }
`;
  const layer = loadAll({ "base.yaml": SHELF, "scenarios/s.yaml": scenario }).ofScenario("s");
  const made = [...(layer?.products.values() ?? [])];
  expect(made.map(({ status }) => status)).toEqual([
    ...Array(60).fill("DRAFT"),
    "PUBLISHED",
    "PUBLISHED",
  ]);
  expect(made.slice(5, 8).map(({ title }) => title)).toEqual(["Draft 6", "Seven", "Draft 8"]);
  expect(layer?.keys.size).toBe(0);
});

test.each(["SHELF-0{n}", "SHELF-{n}{n}x", "SHELF.{n}", "shelf-{n}"])(
  "a scenario can't change them by another name: %s",
  (publicCode) => {
    const scenario = `products: [{ publicCode: "${publicCode}", status: DRAFT }]`;
    const { diagnostics } = load({ "base.yaml": SHELF, "scenarios/s.yaml": scenario });
    expect(diagnostics.map(({ code }) => code)).toEqual(["unknown-entry"]);
  },
);

test("orders refer to them, and duplicates are reported", () => {
  const order = "orders: [{ product: SHELF-60, amountMinor: 1, createdAt: now }]\n";
  expect(loadFine(SHELF + order).orders).toHaveLength(1);
  const twice = SHELF.replace(
    "keys:",
    "  - { publicCode: SHELF-5, merchant: acme, currency: EUR }\nkeys:",
  );
  expect(problems(twice)[0]).toContain("duplicate `publicCode`: already used by the product");
});

test.each([
  [
    "publicCode: A, repeat: { times: 2 }",
    "repeated entries can't share a `publicCode`; put `{n}` in it [bad-repeat]",
  ],
  [
    'publicCode: "A{n}", id: 0de70000-0000-4000-8000-000000000001, repeat: { times: 2 }',
    "repeated entries can't share an `id`; leave it out [bad-repeat]",
  ],
  [
    'publicCode: "A{n}", repeat: { times: 100001 }',
    "more than 100000 entries of this kind with this entry [too-many-orders]",
  ],
])("is reported at its entry if it can't be: %s", (fields, message) => {
  const text = `merchants: [{ slug: acme }]\nproducts: [{ ${fields}, merchant: acme, currency: EUR }]`;
  const [problem = ""] = problems(text);
  expect(problem.replace(/.* error: /, "")).toBe(message);
});

test("is not for an entry that is there already", () => {
  const scenario = "keys: [{ key: mst_acme_10, status: revoked, repeat: { times: 2 } }]";
  const { diagnostics } = load({ "base.yaml": SHELF, "scenarios/s.yaml": scenario });
  expect(diagnostics.map(({ message }) => message)).toEqual([
    "`repeat` creates new entries, but this one already exists",
  ]);
});
