import { describe, expect, test } from "bun:test";
import {
  type Diagnostic,
  formatDiagnostic,
  formatDiagnostics,
  quote,
  sortDiagnostics,
} from "../../../src/seeds/diagnostics/diagnostic.ts";
import "../load.ts";

function diagnosticAt(text: string, start: number, end = start, path = "a.yaml"): Diagnostic {
  const span = { file: { path, text }, start, end };
  return { severity: "error", code: "bad-value", message: "this is wrong", span };
}

/** The source line and the line that marks it. */
function frameOf(text: string, marked: string): string[] {
  const start = text.indexOf(marked);
  return formatDiagnostic(diagnosticAt(text, start, start + marked.length))
    .split("\n")
    .slice(1);
}

describe("the frame of a diagnostic", () => {
  test("marks the place under its line", () => {
    expect(frameOf("one\n  two: three\nfour", "three")).toEqual([
      "   2 |   two: three",
      "     |        ^^^^^",
    ]);
  });

  test("marks one column if the location has none", () => {
    expect(formatDiagnostic(diagnosticAt("a: ", 2))).toBe(
      "a.yaml:1:3 error: this is wrong [bad-value]\n   1 | a: \n     |   ^",
    );
  });

  test("ends with its line if the location continues", () => {
    expect(frameOf("a: |\n  b\n  c\n", "b\n  c")).toEqual(["   2 |   b", "     |   ^"]);
  });

  test("is left out if the line is empty", () => {
    expect(formatDiagnostic(diagnosticAt("a\n \nb", 2))).toBe(
      "a.yaml:2:1 error: this is wrong [bad-value]",
    );
  });

  test("shows the first line of a file that begins with a line end", () => {
    expect(frameOf("\na: b", "b")).toEqual(["   2 | a: b", "     |    ^"]);
  });

  test("shows a tab as two spaces", () => {
    expect(frameOf("\ta:\tb", "b")).toEqual(["   1 |   a:  b", "     |       ^"]);
  });

  test.each([
    ["東京: x", "     |       ^"],
    ["ｗｉｄｅ: x", "     |           ^"],
    ["서울: x", "     |       ^"],
    ["📚: x", "     |     ^"],
    ["cafe\u0301: x", "     |       ^"],
    ["\uFEFFa: x", "     |    ^"],
  ])("marks the column that a terminal shows: %s", (text, mark) => {
    expect(frameOf(text, "x")[1]).toBe(mark);
  });

  test("shows nothing that acts on the terminal", () => {
    const text = "a: \u001b[31m\u0007\u0085\u202e x";
    const [source] = frameOf(text, "x");
    expect(source).toBe("   1 | a: \uFFFD[31m\uFFFD\uFFFD\uFFFD x");
  });

  test("shows the part of a long line that is around its mark", () => {
    const [source = "", mark = ""] = frameOf(`${"a".repeat(500)}x${"b".repeat(500)}`, "x");
    expect(source).toBe(`   1 | ${"a".repeat(60)}x${"b".repeat(59)}`);
    expect(mark.indexOf("^")).toBe(source.indexOf("x"));
  });

  test("keeps its mark within the part that is shown", () => {
    const [source = "", mark = ""] = frameOf("x".repeat(500), "x".repeat(500));
    expect(mark.length).toBe(source.length);
  });

  test("makes room for long line numbers", () => {
    expect(frameOf(`${"\n".repeat(99_999)}a: x`, "x")).toEqual(["100000 | a: x", "       |    ^"]);
  });
});

test("a headline is one line, whatever a file's path and message contain", () => {
  const odd = { ...diagnosticAt("a", 0), message: "wrong\n\u001b[2J" };
  expect(formatDiagnostic(odd).split("\n")[0]).toBe(
    "a.yaml:1:1 error: wrong\uFFFD\uFFFD[2J [bad-value]",
  );
});

test("quote shows one line, cut short", () => {
  expect(quote("acme")).toBe("`acme`");
  expect(quote("one\r\ntwo")).toBe("`one`");
  expect(quote("a".repeat(60))).toBe(`\`${"a".repeat(60)}\``);
  expect(quote("a".repeat(61))).toBe(`\`${"a".repeat(59)}…\``);
  expect(quote("\u001b[31m")).toBe("`\uFFFD[31m`");
});

test("sortDiagnostics sorts by file, then by location", () => {
  const sorted = sortDiagnostics([
    diagnosticAt("abc", 2, 3, "b.yaml"),
    diagnosticAt("abc", 1, 2, "b.yaml"),
    diagnosticAt("abc", 2, 3, "a.yaml"),
  ]);
  expect(sorted.map(({ span }) => `${span.file.path} ${span.start}`)).toEqual([
    "a.yaml 2",
    "b.yaml 1",
    "b.yaml 2",
  ]);
});

describe("formatDiagnostics", () => {
  const warning: Diagnostic = { ...diagnosticAt("a", 0), severity: "warning" };

  test("counts errors and warnings", () => {
    const totalOf = (...all: Diagnostic[]) => formatDiagnostics(all).split("\n").at(-1);
    expect(totalOf(diagnosticAt("a", 0))).toBe("1 error");
    expect(totalOf(warning)).toBe("1 warning");
    expect(totalOf(warning, diagnosticAt("a", 0), warning)).toBe("1 error, 2 warnings");
    expect(formatDiagnostics([])).toBe("");
  });

  test("shows fifty and says how many more there are", () => {
    const text = formatDiagnostics(Array.from({ length: 53 }, () => diagnosticAt("a", 0)));
    expect(text.match(/this is wrong/g)).toHaveLength(50);
    expect(text).toEndWith("\n\n… and 3 more\n\n53 errors");
  });
});
