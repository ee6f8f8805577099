// What a list of figures comes to.
import { expect, test } from "bun:test";
import { median, spreadOf } from "./statistics.ts";

test.each([
  [[7], { low: 7, median: 7, high: 7 }],
  [[4, 1], { low: 1.75, median: 2.5, high: 3.25 }],
  [[5, 1, 4, 2, 3], { low: 2, median: 3, high: 4 }],
  [[10, 9, 100], { low: 9.5, median: 10, high: 55 }],
])("sums %p up", (figures, spread) => {
  expect(spreadOf(figures)).toEqual(spread);
  expect(median(figures)).toBe(spread.median);
});

test("has nothing to say of no figures", () => {
  expect(spreadOf([])).toEqual({ low: Number.NaN, median: Number.NaN, high: Number.NaN });
});
