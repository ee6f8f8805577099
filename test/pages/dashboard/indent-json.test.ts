// JSON as the dashboard shows it.
import { expect, test } from "bun:test";
import { indentJson } from "../../../src/pages/dashboard/indent-json.ts";

test.each([
  [
    '{"a":1.50,"a":[1e400,{}, [ ]],"b":"x, {y}: \\" z"}',
    '{\n  "a": 1.50,\n  "a": [\n    1e400,\n    {},\n    []\n  ],\n  "b": "x, {y}: \\" z"\n}',
  ],
  ['{"n":123456789012345678901234567890}', '{\n  "n": 123456789012345678901234567890\n}'],
  ["[object Object]", "[object Object]"],
  ["", ""],
  ["a, b: {c}", "a, b: {c}"],
  ['"text"', '"text"'],
  [
    '[{"a":1},{"b… (cut at 4 KiB of 9000 bytes)',
    '[\n  {\n    "a": 1\n  },\n  {\n    "b… (cut at 4 KiB of 9000 bytes)',
  ],
])(
  "JSON is indented without a change to any value, and other text is unchanged: %s",
  (text, shown) => {
    expect(indentJson(text)).toBe(shown);
  },
);
