import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { listOrders, loadFine, problems, SHOP } from "./load.ts";

const THIRTY = "123456789012345678901234567890";

function amountOf(written: string): string | undefined {
  const text = `${SHOP}orders:\n  - { product: ATLAS-1, amountMinor: ${written}, createdAt: now }\n`;
  return listOrders(loadFine(text))[0]?.amountMinor;
}

describe("amounts", () => {
  test.each([
    ["0", "0"],
    ['"0"', "0"],
    ["4900", "4900"],
    ['"4900"', "4900"],
    ["'4900'", "4900"],
    ["0049", "0049"],
    ['"0049"', "0049"],
    ["00", "00"],
    ["9007199254740993", "9007199254740993"],
    [THIRTY, THIRTY],
    [`"${THIRTY}"`, THIRTY],
  ])("written as %s are %s", (written, amount) => {
    expect(amountOf(written)).toBe(amount);
  });

  test("of any digits come out as they are written", () => {
    const digits = fc.stringMatching(/^\d{1,40}$/);
    fc.assert(
      fc.property(digits, fc.constantFrom("", '"', "'"), (amount, quote) => {
        expect(amountOf(`${quote}${amount}${quote}`)).toBe(amount);
      }),
    );
  });

  test("have 40 digits at most, and prices 36", () => {
    const said = (text: string) => problems(text).map((line) => line.replace(/.* error: /, ""));
    const DIGITS = "an amount in minor units, in plain digits like 4900";
    expect(amountOf("7".repeat(40))).toBe("7".repeat(40));
    for (const digits of ["7".repeat(41), "7".repeat(1_000_000)]) {
      for (const written of [digits, `"${digits}"`]) {
        const order = `orders: [{ product: ATLAS-1, amountMinor: ${written}, createdAt: now }]\n`;
        const [problem = ""] = said(`${SHOP}${order}`);
        expect(problem).toStartWith(`\`amountMinor\` must be ${DIGITS}, up to 40 digits, found`);
      }
    }
    const priced = SHOP.replace("EUR", `EUR, priceMinor: ${"7".repeat(37)}`);
    expect(said(priced)[0]).toStartWith(`\`priceMinor\` must be ${DIGITS}, up to 36 digits, found`);
  });

  test("may be a block of text", () => {
    const text = `${SHOP}orders:\n  - product: ATLAS-1\n    amountMinor: >-\n      4900\n    createdAt: now\n`;
    expect(listOrders(loadFine(text))[0]?.amountMinor).toBe("4900");
  });

  test("may be an alias of a whole number elsewhere", () => {
    const text = `
merchants: [{ slug: acme }]
products: [{ publicCode: A, merchant: acme, currency: EUR, version: &four 4 }]
orders: [{ product: A, amountMinor: *four, createdAt: now }]
`;
    expect(listOrders(loadFine(text))[0]?.amountMinor).toBe("4");
  });

  test.each(["refundedMinor", "amountMinor"])("are kept exactly in %s", (field) => {
    const other = field === "amountMinor" ? "refundedMinor" : "amountMinor";
    const text = `${SHOP}orders: [{ product: ATLAS-1, ${field}: ${THIRTY}, ${other}: 1, createdAt: now }]`;
    expect(listOrders(loadFine(text))[0]?.[field as "amountMinor"]).toBe(THIRTY);
  });

  test.each([
    "19.99",
    "1e3",
    "0x10",
    "0o17",
    "-1",
    "+1",
    ".5",
    "1.",
    ".inf",
    ".nan",
    "~",
    "''",
    '" 1"',
    '"１"',
    "1_000",
  ])("are not %s", (written) => {
    const text = `${SHOP}orders: [{ product: ATLAS-1, amountMinor: ${written}, createdAt: now }]`;
    expect(problems(text)).toHaveLength(1);
  });
});

test("a price is kept exactly, quoted and plain", () => {
  const prices = ["4900", '"4900"', "0049", THIRTY];
  const blueprint = loadFine(`
merchants: [{ slug: acme }]
products:
${prices
  .map(
    (price, n) => `  - { publicCode: P${n}, merchant: acme, currency: EUR, priceMinor: ${price} }`,
  )
  .join("\n")}
`);
  const kept = [...blueprint.products.values()].map(({ priceMinor }) => priceMinor);
  expect(kept).toEqual(["4900", "4900", "0049", THIRTY]);
});

test("digits are a number everywhere else", () => {
  const blueprint = loadFine(SHOP.replace("currency: EUR", "currency: EUR, version: 0042"));
  expect([...blueprint.products.values()].map(({ version }) => version)).toEqual([42]);
});
