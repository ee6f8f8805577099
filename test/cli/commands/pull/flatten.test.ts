import { describe, expect, test } from "bun:test";
import { findDifferences, flatten } from "../../../../src/cli/commands/pull/flatten.ts";

describe("leaves", () => {
  test("are the values within a value, each by its path", () => {
    const value = { a: [1, { b: "x" }], c: null, d: undefined, e: {}, f: { g: false } };
    expect(flatten(value)).toEqual([
      ["a[0]", 1],
      ["a[1].b", "x"],
      ["c", null],
      ["f.g", false],
    ]);
    expect(flatten("x")).toEqual([["", "x"]]);
  });

  test("differ where the values do, and where only one has them", () => {
    const [theirs, ours] = [
      { a: "1", b: [1, 2], c: 0 },
      { a: 1, b: [1], c: 0, d: "new" },
    ];
    expect(findDifferences(theirs, ours)).toEqual([
      { path: "a", theirs: "1", ours: 1 },
      { path: "b[1]", theirs: 2, ours: undefined },
      { path: "d", theirs: undefined, ours: "new" },
    ]);
    expect(findDifferences(theirs, structuredClone(theirs))).toEqual([]);
  });
});
