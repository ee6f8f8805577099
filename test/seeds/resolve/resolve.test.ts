import { describe, expect, test } from "bun:test";
import { load, loadFine, problems, SHOP } from "../load.ts";

const MERCHANTS = "merchants: [{ slug: acme }]\n";
const KEYS = "keys: [{ key: mst_acme_full, merchant: acme }]\n";
const PRODUCTS = "products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]\n";
const ORDERS = "orders: [{ product: ATLAS-1, amountMinor: 1, createdAt: now }]\n";

describe("references", () => {
  test("may point to any file, earlier or later", () => {
    const texts = { "1.yaml": ORDERS, "2.yaml": PRODUCTS, "3.yaml": KEYS, "4.yaml": MERCHANTS };
    expect(loadFine(texts).orderCount).toBe(1);
  });

  test("may be ids, given or derived", () => {
    const acme = "34c2fa96-319c-5b87-8de7-a8ca2adca3c2";
    const atlas = "cda3c128-1c63-5c97-854c-1f562610282e";
    const texts = {
      "keys.yaml": KEYS.replace("merchant: acme", `merchant: ${acme}`),
      "merchants.yaml": MERCHANTS,
      "orders.yaml": ORDERS.replace("ATLAS-1", atlas),
      "products.yaml": PRODUCTS,
    };
    expect(loadFine(texts).keys.get("mst_acme_full")?.merchant.slug).toBe("acme");
  });

  test("distinguish upper and lower case", () => {
    expect(problems(MERCHANTS + KEYS.replace("merchant: acme", "merchant: Acme"))).toEqual([
      "seeds.yaml:2:40 error: unknown merchant `Acme` [unknown-reference]",
    ]);
  });

  test("that name the same twice are reported, with the file of the first", () => {
    const texts = { "a.yaml": `# one\n${MERCHANTS}`, "b.yaml": MERCHANTS };
    expect(problems(texts)).toEqual([
      "b.yaml:1:21 error: duplicate `slug`: already used by the merchant at a.yaml:2 [duplicate-name]",
    ]);
  });
});

// One mistake is one diagnostic: its consequences are not reported.
describe("a reference into what did not load", () => {
  const rest = { "keys.yaml": KEYS, "orders.yaml": ORDERS, "products.yaml": PRODUCTS };

  test.each([
    ["an entry with a mistake", "merchants: [{ slug: acme, nam: Acme }]"],
    ["an entry that lacks a field", "merchants: [{ name: acme }]"],
    ["an entry of a name that is taken", "merchants: [{ slug: acme }, { slug: acme }]"],
    ["an entry that is not a mapping", "merchants: [acme]"],
    ["an entry that is nothing", "merchants:\n  - slug: globex\n  -\n"],
    ["a section that is not a list", "merchants: { acme: { name: Acme } }"],
    ["a file that is not a mapping", "- slug: acme"],
    ["a file that is not YAML", "merchants: [{ slug: acme"],
    ["a file with an alias that leads nowhere", "merchants: [{ slug: acme, name: *name }]"],
    ["a field that is given twice", "merchants:\n  - slug: globex\n    slug: acme\n"],
    ["a section that is given twice", "merchants:\nmerchants:\n  - slug: acme\n"],
    ["a file of two documents", "settings:\n---\nmerchants: [{ slug: acme }]"],
    ["a file with a name that is not text", "merchants: [{ slug: acme, [name]: Acme }]"],
  ])("is not a second mistake: %s", (_what, merchants) => {
    expect(problems({ ...rest, "merchants.yaml": merchants })).toEqual([
      expect.stringMatching(/^merchants\.yaml:/),
    ]);
  });

  test("is not a second mistake if the entry itself refers to nothing", () => {
    const texts = { ...rest, "merchants.yaml": "merchants: [{ slug: globex }]" };
    const orders = problems(texts).filter((problem) => problem.startsWith("orders"));
    expect(orders).toEqual([]);
  });
});

test("each unresolved reference is reported, also to the same name", () => {
  const texts = { "keys.yaml": KEYS, "products.yaml": PRODUCTS };
  expect(problems(texts)).toEqual([
    "keys.yaml:1:40 error: unknown merchant `acme` [unknown-reference]",
    "products.yaml:1:45 error: unknown merchant `acme` [unknown-reference]",
  ]);
});

test("a tag followed by nothing is text, a tag followed by empty quotes is not", () => {
  const withState = (state: string) =>
    `${SHOP}orders: [{ product: ATLAS-1, amountMinor: 1, createdAt: now, state: ${state} }]`;
  const tag = "seeds.yaml:4:69 error: YAML tags are not supported, found `!paid` [yaml-tag]";
  expect(problems(withState("!paid"))).toEqual([tag]);
  expect(problems(withState("!paid ''"))).toEqual([
    tag,
    "seeds.yaml:4:75 error: `state` must be a state like PAID, as text, found `''` [bad-value]",
  ]);
});

test("a file is read to its end after a field that is given twice, a tag and a version", () => {
  const text = `%YAML 1.1
---
merchants:
  - slug: acme
    name: !!str Acme
    name: Acme Books
    colour: blue
`;
  expect(problems(text)).toEqual([
    "seeds.yaml:1:1 error: seed files use YAML 1.2, but this file says 1.1 [yaml-version]",
    "seeds.yaml:5:11 error: YAML tags are not supported, found `!!str` [yaml-tag]",
    "seeds.yaml:6:5 error: duplicate field `name`: first given on line 5 [duplicate-field]",
    "seeds.yaml:7:5 error: unknown field `colour` [unknown-field]",
  ]);
});

test("mistakes of all files are reported together, by file and place", () => {
  const texts = {
    "b.yaml":
      "keys:\n  - { key: short, merchant: acme }\n  - { key: mst_acme_1, merchant: acme, a: 1 }\n",
    "a.yaml": "merchants: [{ slug: 7 }]",
  };
  expect(problems(texts)).toEqual([
    expect.stringMatching(/^a\.yaml:1:21 error: `slug` must be 1 to 64 /),
    expect.stringMatching(/^b\.yaml:2:12 error: `key` must be 8 to 256 /),
    "b.yaml:3:40 error: unknown field `a` [unknown-field]",
  ]);
  expect(load(texts).seeds).toBeUndefined();
});
