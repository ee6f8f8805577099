import { describe, expect, test } from "bun:test";
import { loadFine } from "./load.ts";

const nameOf = (written: string) =>
  loadFine(`merchants:\n  - slug: acme\n    name: ${written}\n`).merchants[0]?.name;

describe("text", () => {
  test.each([
    ["Acme Books", "Acme Books"],
    ["'Acme''s Books'", "Acme's Books"],
    ['"Acme\\tBooks \\u2603"', "Acme\tBooks ☃"],
    ["no", "no"],
    ["Yes", "Yes"],
    ["on", "on"],
    ["2026-10-17", "2026-10-17"],
    ["1_000", "1_000"],
    ["12:30:45", "12:30:45"],
    ["1.2.3", "1.2.3"],
    ["0b11", "0b11"],
    ["nUll", "nUll"],
    ["tRUE", "tRUE"],
    ["N", "N"],
    ['"true"', "true"],
    ['"~"', "~"],
    ["Acme # Books", "Acme"],
    ["Acme#Books", "Acme#Books"],
    [">-\n      Acme\n      Books", "Acme Books"],
    ["|-\n      Acme\n      Books", "Acme\nBooks"],
    ["東京の本屋 📚", "東京の本屋 📚"],
  ])("%j is %j", (written, name) => {
    expect(nameOf(written)).toBe(name);
  });
});

describe("a file", () => {
  test.each([
    ["nothing", ""],
    ["a line end", "\n"],
    ["a byte order mark", "\uFEFF"],
    ["a comment", "# nothing yet"],
    ["a document mark", "---\n"],
    ["an end mark", "---\n...\n"],
    ["null", "null"],
    ["an empty mapping", "{}"],
    ["sections without entries", "merchants:\nkeys: []\nproducts: ~\norders:\nsettings:\n"],
  ])("has at most %s", (_what, text) => {
    expect(loadFine(text).merchants).toEqual([]);
  });

  test.each([
    ["marks around it", "---\nmerchants:\n  - slug: acme\n...\n"],
    ["its version of YAML", "%YAML 1.2\n---\nmerchants:\n  - slug: acme\n"],
    ["a byte order mark", "\uFEFFmerchants:\n  - slug: acme\n"],
    ["the line ends of Windows", "merchants:\r\n  - slug: acme\r\n"],
    ["no line end at its end", "merchants:\n  - slug: acme"],
    ["JSON in it", '{"merchants": [{"slug": "acme"}]}'],
    [
      "JSON in it, indented by tabs",
      '{\n\t"merchants": [\n\t\t{\n\t\t\t"slug": "acme"\n\t\t}\n\t]\n}',
    ],
    ["tabs within a line", "merchants:\n  -\t{\tslug:\tacme,\tname:\tAcme\t}\n"],
    ["a closing bracket below its field", "merchants: [\n  { slug: acme }\n]\n"],
    ["lists that are not indented", "merchants:\n- slug: acme\n"],
    ["quoted names of fields", '"merchants":\n  - "slug": acme\n'],
    ["an explicit key", "? merchants\n: - slug: acme\n"],
  ])("may have %s", (_what, text) => {
    expect(loadFine(text).merchants.map(({ slug }) => slug)).toEqual(["acme"]);
  });
});

describe("an alias", () => {
  test("can be used for any value before it", () => {
    const { keys } = loadFine(`
merchants: [{ slug: &acme acme }]
keys:
  - { key: mst_acme_1, merchant: *acme, scopes: &reads [catalog:read, orders:read] }
  - { key: mst_acme_2, merchant: *acme, scopes: *reads }
`);
    expect(keys.get("mst_acme_2")?.scopes).toEqual(["catalog:read", "orders:read"]);
  });

  test("refers to the last anchor of its name", () => {
    const { merchants } = loadFine(
      "merchants: [{ slug: &a one, name: &a two }, { slug: three, name: *a }]",
    );
    expect(merchants.map(({ name }) => name)).toEqual(["two", "two"]);
  });
});

describe("a merge", () => {
  const limitsOf = (keys: string) =>
    [...loadFine(`merchants: [{ slug: acme }]\nkeys:\n${keys}`).keys.values()].map(
      ({ key, status, rateLimit }) => ({ key, status, rateLimit }),
    );
  const base = "  - &base { key: mst_acme_1, merchant: acme, status: revoked }\n";

  test("fills in the fields that a mapping lacks, wherever it is", () => {
    expect(limitsOf(`${base}  - { key: mst_acme_2, <<: *base }\n`)).toMatchObject([
      { key: "mst_acme_1", status: "revoked" },
      { key: "mst_acme_2", status: "revoked" },
    ]);
  });

  test("of several takes each field from the first that has it", () => {
    const list = "[{ status: active }, *base]";
    expect(limitsOf(`${base}  - { <<: ${list}, key: mst_acme_2 }\n`)).toMatchObject([
      { key: "mst_acme_1", status: "revoked" },
      { key: "mst_acme_2", status: "active" },
    ]);
  });

  test("may be within a mapping and of a merged one", () => {
    const keys = `
  - { key: mst_acme_1, merchant: acme, rateLimit: &a { capacity: 5, refillPerSecond: 1 } }
  - { key: mst_acme_2, merchant: acme, rateLimit: &b { <<: *a, capacity: 6 } }
  - { key: mst_acme_3, merchant: acme, rateLimit: { <<: *b, refillPerSecond: 2 } }
`;
    expect(limitsOf(keys).map(({ rateLimit }) => rateLimit)).toEqual([
      { capacity: 5, refillPerSecond: 1 },
      { capacity: 6, refillPerSecond: 1 },
      { capacity: 6, refillPerSecond: 2 },
    ]);
  });

  test("of nothing adds nothing", () => {
    expect(limitsOf("  - { <<: {}, key: mst_acme_1, merchant: acme }\n")).toHaveLength(1);
    expect(limitsOf("  - { <<: [], key: mst_acme_1, merchant: acme }\n")).toHaveLength(1);
  });
});
