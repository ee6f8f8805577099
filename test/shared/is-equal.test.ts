// What counts as equal.
import { expect, test } from "bun:test";
import { isEqual } from "../../src/shared/is-equal.ts";

test.each([
  [1, 1],
  [null, null],
  [{ a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }],
  [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  [new Map([["a", { b: 1 }]]), new Map([["a", { b: 1 }]])],
])("%j equals %j", (a, b) => {
  expect([isEqual(a, b), isEqual(b, a)]).toEqual([true, true]);
});

test.each([
  [1, "1"],
  [null, {}],
  [{}, undefined],
  [[], {}],
  [{ a: undefined }, {}],
  [{ a: undefined }, { b: undefined }],
  [["a"], { 0: "a" }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [new Map([["a", 1]]), new Map([["a", 2]])],
  [new Map([["a", 1]]), {}],
])("%j does not equal %j", (a, b) => {
  expect([isEqual(a, b), isEqual(b, a)]).toEqual([false, false]);
});

test("fields may be ignored, at any depth", () => {
  const [a, b] = [3, 4].map((line) => ({ line, inner: [{ line: line * 2, text: "x" }] }));
  expect([isEqual(a, b), isEqual(a, b, ["line"])]).toEqual([false, true]);
});
