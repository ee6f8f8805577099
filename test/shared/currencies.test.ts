// Which codes are currencies, on every runtime the same.
import { expect, test } from "bun:test";
import { decimalsOf, isCurrency } from "../../src/shared/currencies.ts";

test.each(["EUR", "JPY", "KWD", "CLF", "XCG", "XAU", "XTS"])("%s is a currency", (code) => {
  expect(isCurrency(code)).toBe(true);
});

test.each(["DEM", "XBT", "eur", "EURO", "", "constructor"])("%p is not one", (code) => {
  expect([isCurrency(code), decimalsOf(code)]).toEqual([false, undefined]);
});

test("metals and codes for tests have no decimals", () => {
  expect(["XAU", "XTS", "XXX"].map(decimalsOf)).toEqual([undefined, undefined, undefined]);
});
