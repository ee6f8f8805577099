// Texts of others, as they are printed: what acts on a terminal, a CI system or the eye does not come through.
import { describe, expect, test } from "bun:test";
import {
  printable,
  printableJson,
  printableLine,
  printableLines,
} from "../../src/shared/printable.ts";

describe("printable", () => {
  test.each([
    ["an escape sequence", "a\u001b[31m", "a\ufffd[31m"],
    ["an escape sequence of one character", "\u009b2J", "\ufffd2J"],
    ["a line end", "a\r\nb\u2028c\u2029d", "a\ufffd\ufffdb\ufffdc\ufffdd"],
    ["text from right to left", "a\u202eb\u2066c\u200fd", "a\ufffdb\ufffdc\ufffdd"],
    ["characters without a width", "a\u200bb\u2060c\u00add", "a\ufffdb\ufffdc\ufffdd"],
    ["half a character", "a\ud83d!", "a\ufffd!"],
    ["a command of GitHub", "::error::x", ":\ufffderror::x"],
    ["a command of GitHub after spaces", "  ::add-mask::x", "  :\ufffdadd-mask::x"],
    ["an older command of GitHub", "a ##[error]x", "a #\ufffd[error]x"],
    ["a command of Azure", "a ##vso[task]x", "a #\ufffdvso[task]x"],
  ])("takes the effect from %s", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  test.each(["plain", "héllo 서울 📚 👩‍👩‍👧", "[::1]:4700", "a ## b", "/a?b=%0A"])(
    "leaves %s as it is",
    (text) => {
      expect(printable(text)).toBe(text);
    },
  );

  test("may keep the lines of a text, or make one of them", () => {
    const text = "one\r\n\ttwo\n::error::three";
    expect(printableLines(text)).toBe("one\ufffd\n  two\n:\ufffderror::three");
    expect(printableLine(text)).toBe("one two ::error::three");
    expect(printableLine("x".repeat(500), 10)).toBe("xxxxxxxxxx…");
  });

  test("writes JSON that reads as the same value", () => {
    const value = { "a\u202e": ["\u001b\u009b\u2028\u{e0001}", "é📚"] };
    const text = printableJson(value);
    expect(text).toMatch(/^[\x20-\x7eé📚]*$/u);
    expect(JSON.parse(text)).toEqual(value);
  });
});
