// The lines of two responses, side by side.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { diffLines } from "../../../src/pages/dashboard/panels/diff-lines.ts";
import "../../support/sandbox.ts";

/** Changed lines as `before|after`, equal ones as they are. */
const shown = (before: string, after: string) =>
  diffLines(before, after).map(([a, b]) => (a === b ? a : `${a ?? ""}|${b ?? ""}`));

describe("two texts are shown line by line", () => {
  test.each([
    ["that are equal", "a\nb", "a\nb", ["a", "b"]],
    ["with a changed line", "a\nb\nc", "a\nx\nc", ["a", "b|x", "c"]],
    ["with a line more", "a\nc", "a\nb\nc", ["a", "|b", "c"]],
    ["with a line less", "a\nb\nc", "a\nc", ["a", "b|", "c"]],
    ["of which one is empty", "", "a\nb", ["|a", "|b"]],
    ["with lines that come again", "a\na\nb", "a\nb\nb", ["a", "a|b", "b"]],
  ] as const)("%s", (_name, before, after, expected) => {
    expect(shown(before, after)).toEqual([...expected]);
  });

  test("whatever they hold, and each is whole", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c", "")).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const pairs = diffLines(before, after);
        const side = (at: 0 | 1) => pairs.flatMap((pair) => pair[at] ?? []).join("\n");
        expect([side(0), side(1)]).toEqual([before, after]);
      }),
    );
  });

  test("in little time if they are long and have nothing in common", () => {
    const long = (letter: string) => Array.from({ length: 5_000 }, (_, n) => letter + n).join("\n");
    expect(diffLines(long("a"), long("b"))).toHaveLength(5_000);
  });
});
