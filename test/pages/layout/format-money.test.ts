// Money as people read it: exact at any length, with the decimals of its currency.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { formatMoney } from "../../../src/pages/layout/format-money.ts";
import { decimalsOf } from "../../../src/shared/currencies.ts";
import "../../support/sandbox.ts";

const NO_BREAK_SPACE = "\u00a0";

describe("money is written", () => {
  test.each([
    ["4900", "EUR", "€49.00"],
    ["0", "EUR", "€0.00"],
    ["7", "EUR", "€0.07"],
    ["99", "GBP", "£0.99"],
    ["100", "USD", "$1.00"],
    ["123456", "USD", "$1,234.56"],
    ["100000000", "USD", "$1,000,000.00"],
    ["1200", "JPY", "¥1,200"],
    ["0", "JPY", "¥0"],
    ["999", "KRW", "KRW 999"],
    ["4250", "KWD", "KWD 4.250"],
    ["5", "BHD", "BHD 0.005"],
    ["12345", "CLF", "CLF 1.2345"],
    ["2500", "CAD", "CAD 25.00"],
    ["2500", "IQD", "IQD 2.500"],
    ["250000", "HUF", "HUF 2,500.00"],
    ["0004900", "EUR", "€49.00"],
    ["000", "EUR", "€0.00"],
    ["123456789012345678901234567890", "EUR", "€1,234,567,890,123,456,789,012,345,678.90"],
  ])("%s %s as %s", (amount, currency, text) => {
    expect(formatMoney(amount, currency).replaceAll(NO_BREAK_SPACE, " ")).toBe(text);
  });

  test.each(["XBT", "EURO", "eur", "XAU", "constructor", "0", "€", "💶", "‏שקל"])(
    "in minor units if ISO 4217 has no decimals for %s",
    (currency) => {
      expect(formatMoney("4900", currency)).toBe(`4,900 minor units of ${currency}`);
    },
  );

  test("with all of its digits, and no others, in any currency", () => {
    const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,400})$/);
    const currencies = fc.constantFrom("EUR", "JPY", "KWD", "CLF", "XBT");
    fc.assert(
      fc.property(digits, currencies, (amount, currency) => {
        const decimals = decimalsOf(currency) ?? 0;
        const shown = formatMoney(amount, currency).replace(/\D/g, "");
        expect(shown).toBe(amount.padStart(decimals + 1, "0"));
      }),
    );
  });

  test("of a hundred thousand digits too", () => {
    const text = formatMoney("9".repeat(99_999), "EUR");
    expect(text).toStartWith("€9,999,999,");
    expect(text).toEndWith(",999.99");
    expect(text.replace(/\D/g, "")).toBe("9".repeat(99_999));
  });
});

test("the decimals are those of ISO 4217, in every runtime", () => {
  const currencies = ["EUR", "JPY", "KWD", "UYW", "IRR", "RSD", "IQD", "XCG", "XXX", ""];
  expect(currencies.map(decimalsOf)).toEqual([2, 0, 3, 4, 2, 2, 3, 2, undefined, undefined]);
});
