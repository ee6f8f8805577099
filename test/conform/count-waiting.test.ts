import { describe, expect, test } from "bun:test";
import { countWaiting } from "../../src/conform/count-waiting.ts";

describe("countWaiting", () => {
  test.each([
    ["none", [], 5, 0],
    ["one", [[1, 2]], 5, 2],
    [
      "two that follow each other, with a gap",
      [
        [0, 1],
        [3, 2],
      ],
      9,
      3,
    ],
    [
      "two that are side by side",
      [
        [1, 3],
        [1, 3],
      ],
      5,
      3,
    ],
    [
      "two that overlap",
      [
        [1, 3],
        [2, 3],
      ],
      9,
      4,
    ],
    [
      "one within another",
      [
        [1, 5],
        [2, 1],
      ],
      9,
      5,
    ],
    ["one that is not over", [[1, 5]], 3, 2],
    [
      "two that are not over",
      [
        [1, 5],
        [2, 9],
      ],
      3,
      2,
    ],
  ] as const)("counts what goes by in pauses: %s", (_name, pauses, now, seconds) => {
    const waiting = countWaiting();
    for (const [at, length] of pauses) waiting.add(at, length);
    expect(waiting.secondsBy(now)).toBe(seconds);
  });
});
