// The right spelling that a misspelt name is closest to.
import { expect, test } from "bun:test";
import { closestMatch } from "../../src/shared/closest-match.ts";

test.each([
  ["scope", ["scopes", "status"], "scopes"],
  ["SCOPES", ["scopes", "status"], "scopes"],
  ["staus", ["scopes", "status"], "status"],
  ["colour", ["scopes", "status"], undefined],
  ["b", ["a", "c"], undefined],
  ["A", ["a", "c"], "a"],
  ["", ["a"], undefined],
  ["a", [], undefined],
])("the closest match of %s among %j is %s", (name, names, near) => {
  expect(closestMatch(name, names)).toBe(near);
});
