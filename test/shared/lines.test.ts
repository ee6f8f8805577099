// Offsets in a text as lines and columns.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { indexLines, placeOf } from "../../src/shared/lines.ts";

test("placeOf counts lines and columns from one", () => {
  const lines = fc.array(fc.stringMatching(/^[a-z é📚]{0,8}$/u), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(lines, fc.nat(), (all, seed) => {
      const text = all.join("\n");
      const offset = seed % (text.length + 1);
      const before = text.slice(0, offset).split("\n");
      expect(placeOf(text, offset)).toEqual({
        line: before.length,
        column: (before.at(-1) ?? "").length + 1,
      });
    }),
  );
});

test("an index of lines finds the same places", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\n", "\r", "😀") });
  fc.assert(
    fc.property(texts, (text) => {
      const find = indexLines(text);
      for (let offset = 0; offset <= text.length; offset++) {
        expect(find(offset)).toEqual(placeOf(text, offset));
      }
    }),
  );
});
