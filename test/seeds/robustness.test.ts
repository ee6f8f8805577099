// Whatever a file holds, it loads or says why not: nothing throws, hangs or points outside the file.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import * as v from "valibot";
import { identityOf } from "../../src/contract/endpoints/products.ts";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostics/diagnostic.ts";
import { placeOf } from "../../src/shared/lines.ts";
import { EMBEDDED_TEXTS, load, SHOP, see } from "./load.ts";

/** Loads a text and checks all that is promised of any. */
function check(text: string): void {
  const { seeds, resolved, diagnostics } = load(text);
  expect(diagnostics.some(({ severity }) => severity === "error")).toBe(seeds === undefined);
  for (const { span, message } of diagnostics.slice(0, 100)) {
    expect(message).not.toBe("");
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(text.length);
    expect(placeOf(text, span.start).column).toBeGreaterThanOrEqual(1);
  }
  const shown = formatDiagnostics(diagnostics);
  for (const line of shown.split("\n")) expect(line.length).toBeLessThan(1_000);
  expect(shown).not.toMatch(/\[object|undefined|^ +at .*:\d+\)?$/m);
  if (resolved === undefined) return;
  const base = see(resolved.base);
  for (const merchant of base.merchants) {
    const products = base.listProducts(merchant).items.map(identityOf);
    v.parse(ENDPOINTS.products.response.schema, products);
    v.parse(ENDPOINTS.orders.response.schema, base.listOrders(merchant).items);
  }
}

const BITS = [
  ..."\n\t\r-:?&*!|>%@`#,[]{}'\"~\\\0\uFEFF\uFFFD\uD800",
  ..."\n  |- |{n}|&a |*a|<<: *a\n|<<: |!!str |---\n|...\n|%YAML 1.1\n|\r\n|: |key|slug|now|null".split(
    "|",
  ),
  ..."true|1e9|-1|.nan|__proto__: x\n|constructor: 1\n|merchants:\n|{a: [}]|'{n}'|99999999w|💥".split(
    "|",
  ),
];

describe("any text", () => {
  test("loads or says why not", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 80 }), check));
  });

  test("of YAML's own characters loads or says why not", () => {
    const text = fc.array(fc.constantFrom(...BITS), { maxLength: 30 }).map((bits) => bits.join(""));
    fc.assert(fc.property(text, check), { numRuns: 300 });
  });
});

test("the embedded seeds with a few mistakes load or say why not", () => {
  const all = Object.values(EMBEDDED_TEXTS).join("\n");
  const mistake = fc.record({
    at: fc.nat(all.length),
    remove: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(200)),
    insert: fc.constantFrom("", ...BITS),
  });
  const mistakes = fc.array(mistake, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(mistakes, (list) => {
      const text = list.reduce(
        (before, { at, remove, insert }) =>
          before.slice(0, at) + insert + before.slice(at + remove),
        all,
      );
      check(text);
    }),
    { numRuns: 60 },
  );
});

test("any fields of any values load or say why not", () => {
  const name = fc.constantFrom(
    ..."slug name id sandboxAccess key merchant scopes status expiresAt rateLimit".split(" "),
    ..."publicCode currency version title priceMinor product ref state".split(" "),
    ..."amountMinor refundedMinor createdAt repeat clock listOrder capacity".split(" "),
    ..."refillPerSecond times every now frozen __proto__ constructor".split(" "),
    ..."<< n 0 merchants".split(" "),
  );
  const scalar = fc.constantFrom<unknown>(
    ...[null, true, false, 0, -1, 1, 1.5, 1e300, "", "acme", "ATLAS-1", "now", "now-1d"],
    ...["1h", "{n}", "x{n}", "12", "EUR", "off", "active", "newest", "mst_acme_full"],
    ...["catalog:read", "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d", "2026-02-31T00:00:00Z"],
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 4, arbitrary: scalar },
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 5 }),
    ),
  }));
  const entries = fc.array(fc.dictionary(name, value, { maxKeys: 7 }), { maxLength: 3 });
  const section = fc.oneof({ weight: 3, arbitrary: entries }, value);
  const file = fc.record({
    merchants: section,
    keys: section,
    products: section,
    orders: section,
    settings: value,
  });
  fc.assert(
    fc.property(file, (seeds) => check(JSON.stringify(seeds))),
    { numRuns: 300 },
  );
});

// Each of these took seconds or minutes, or threw, where something was done once too often.
describe("hostile text is soon done with", () => {
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join("\n");
  const order = (fields: string) => `${SHOP}orders: [{ product: ATLAS-1, ${fields} }]`;

  test.each<[string, () => string]>([
    ["20 000 open brackets", () => "[".repeat(20_000)],
    ["20 000 open braces", () => "{a: ".repeat(20_000)],
    ["20 000 nested lists", () => "- ".repeat(20_000)],
    ["10 000 entries that are none", () => `orders:\n${lines(10_000, () => "- 1")}`],
    ["10 000 empty entries", () => `orders:\n${lines(10_000, () => "-")}`],
    ["10 000 unknown fields", () => `settings:\n${lines(10_000, (n) => `  k${n}: 1`)}`],
    ["10 000 repeated fields", () => `settings:\n${lines(10_000, () => "  k: 1")}`],
    [
      "5 000 references that lead nowhere, among 5 000 names",
      () =>
        `merchants:\n${lines(5_000, (n) => `- slug: merchant-number-${n}`)}\n` +
        `keys:\n${lines(5_000, (n) => `- {key: mst_key_${n}, merchant: merchant-nomber-${n}}`)}`,
    ],
    [
      "10 000 orders of one instant",
      () =>
        `${SHOP}orders:\n${lines(10_000, () => "- {product: ATLAS-1, amountMinor: 1, createdAt: now}")}`,
    ],
    ["a merge of 100 000", () => `settings:\n  <<: [&a {}${", *a".repeat(100_000)}]`],
    [
      "20 000 merges one upon the other",
      () => `keys:\n- &k0 {a: 1}\n${lines(20_000, (n) => `- &k${n + 1} {<<: *k${n}}`)}`,
    ],
    [
      "aliases that stand for more than there are atoms",
      () =>
        `settings:\n  a0: &a0 [x]\n${lines(2_000, (n) => `  a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)}`,
    ],
    ["ten million digits", () => order(`amountMinor: ${"7".repeat(1e7)}, createdAt: now`)],
    [
      "ten million digits and a letter",
      () => order(`amountMinor: ${"7".repeat(1e7)}x, createdAt: now`),
    ],
    ["a million `{n}`", () => order(`amountMinor: "${"{n}".repeat(1e6)}", createdAt: now`)],
    [
      "a time of a million parts",
      () => order(`amountMinor: 1, createdAt: now-${"1m".repeat(1e6)}`),
    ],
    [
      "a duration of a million parts",
      () => order(`repeat: {times: 2, every: ${"1m".repeat(1e6)}}`),
    ],
    ["a field's name of a megabyte", () => `settings: {${"k".repeat(1e6)}: 1}`],
    ["a tag of a megabyte", () => `settings: !${"k".repeat(1e6)}{`],
    ["a line of 15 000 entries", () => `merchants: [${"{slug: a}, ".repeat(1.5e4)}]`],
    ["a megabyte of line ends", () => `${"\n".repeat(1e6)}a: b`],
    ["megabytes of comments", () => `${"# why\n".repeat(5e5)}---\na: b`],
    ["megabytes of spaces", () => `a:${" ".repeat(5e6)}b\n${" ".repeat(5e6)}`],
    ["a megabyte of tabs", () => `${"\t".repeat(1e6)}a: b`],
    ["a megabyte of byte order marks", () => "\uFEFF".repeat(1e6)],
    ["a megabyte of carriage returns", () => "a: b\r".repeat(2e5)],
    ["a quote of ten megabytes that is never closed", () => `a: "${"x".repeat(1e7)}`],
    ["a quote of a million lines that is never closed", () => `a: "${"x\n ".repeat(1e6)}`],
    ["a megabyte of escapes", () => `a: "${"\\\\".repeat(5e5)}${"\\\n ".repeat(2e5)}"`],
    ["a text of 150 000 lines", () => `a: b\n${" c\n \t\n".repeat(1.5e5)} d`],
    ["a block of 150 000 blank lines", () => `a: |2+\n${"   \n".repeat(1.5e5)} `],
    ["more values than are read", () => `orders: [${"x,".repeat(7e6)}]`],
    ["2 000 fields one within the other", () => lines(2_000, (n) => `${" ".repeat(n)}a:`)],
    ["15 000 documents", () => "---\n".repeat(15_000)],
    ["15 000 ends of a document", () => `a: b\n${"...\n".repeat(15_000)}`],
    ["15 000 directives", () => `${"%A b\n".repeat(15_000)}---\na: b`],
    ["15 000 tags", () => `a: [${"!t b, ".repeat(15_000)}]`],
    ["15 000 lists for names", () => `{${"[a]: b, ".repeat(15_000)}}`],
    ["15 000 empty names", () => `{${": b, ".repeat(15_000)}}`],
    ["15 000 aliases of nothing", () => `a: [${lines(15_000, (n) => ` *b${n},`)}]`],
    [
      "15 000 anchors and their aliases",
      () => `a: [${lines(15_000, (n) => ` &b${n} c, *b${n},`)}]`,
    ],
    [
      "anchors with names of a megabyte",
      () => `a: [&${"b".repeat(1e6)} c, *${"b".repeat(1e6)}, *${"d".repeat(1e6)}]`,
    ],
    [
      "merges that double",
      () => `a0: &a0 {b: c}\n${lines(60, (n) => `a${n + 1}: &a${n + 1} {<<: [*a${n}, *a${n}]}`)}`,
    ],
    [
      "merges that grow",
      () =>
        `a0: &a0 {b: c}\n${lines(5_000, (n) => `a${n + 1}: &a${n + 1} {<<: *a${n}, c${n}: d}`)}`,
    ],
    [
      "10 000 entries that are each wrong",
      () =>
        `orders:\n${lines(10_000, () => "- {product: 1, amountMinor: 1.5, createdAt: x, b: c}")}`,
    ],
    ["25 000 entries of one name", () => `merchants:\n${lines(25_000, () => "- slug: acme")}`],
    ["15 000 scopes that are none", () => `keys: [{ scopes: [${"x, ".repeat(15_000)}] }]`],
    [
      "names of a megabyte that are looked for",
      () =>
        `merchants: [{ slug: ${"a".repeat(1e6)} }]\n` +
        `keys: [{ key: mst_acme_1, merchant: ${"b".repeat(1e6)} }]`,
    ],
    [
      "names that every object has",
      () =>
        ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]
          .map((name) => `${name}: {${name}: 1}`)
          .concat("merchants: [{ slug: __proto__, __proto__: { id: 1 }, constructor: 1 }]")
          .concat("keys: [{ key: mst_acme_1, merchant: constructor, rateLimit: { toString: 1 } }]")
          .concat("settings: { __proto__: { clock: 1 }, clock: { __proto__: 1 } }")
          .join("\n"),
    ],
    [
      "numbers that are none",
      () =>
        `settings: { rateLimit: { capacity: 1e999, refillPerSecond: .nan } }\n${SHOP}orders:\n` +
        lines(6, (n) => {
          const amount = ["1e999", "-0", ".nan", "-.inf", "0o17", "+1"][n];
          return `- { product: ATLAS-1, amountMinor: ${amount}, createdAt: now }`;
        }),
    ],
  ])("%s", (_what, make) => {
    check(make());
  });
});
