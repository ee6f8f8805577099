// Suggestions for single values: what is suggested is what the field takes.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { suggestValue } from "../../../src/seeds/diagnostics/suggestions.ts";
import { parseDuration, parseTime } from "../../../src/shared/times.ts";
import { NOW } from "../load.ts";

const ANY_TIME = fc.stringMatching(
  /^(now ?[+-] ?\d{1,20} ?[A-Za-z]{1,3}|\d{4}-[01]\d-[0-3]\d([Tt ][0-2]\d:[0-6]\d(:[0-6]\d)?(\.\d{1,10})? ?([Zz]|[+-]\d\d(:?\d\d)?)?)?|[1-9](\d{9}|\d{12}))$/,
);
const ANY_LENGTH = fc.stringMatching(
  /^(\d{1,4} ?(ms|[smhdwM]|[Hh]ours?|min(utes)?|days?|years) ?){1,3}$/,
);

describe("a suggestion", () => {
  test("for a time is a time", () => {
    fc.assert(
      fc.property(ANY_TIME, (written) => {
        const suggestion = suggestValue("time", written);
        if (suggestion === undefined || suggestion === "This date does not exist.") return;
        const time = suggestion.replace(/\.$/, "").split(" ").at(-1) ?? "";
        expect(time).toMatch(/^(?:now[+-](?:\d{1,15}[a-z]+)+|\d{4}-.*T.*)$/);
        if (!time.startsWith("now")) expect(parseTime(time, NOW)).toBeDefined();
      }),
      { numRuns: 300 },
    );
  });

  test("for a length of time is one", () => {
    fc.assert(
      fc.property(ANY_LENGTH, (written) => {
        const suggestion = suggestValue("duration", written);
        if (suggestion === undefined) return expect(written).toMatch(/M|years/);
        expect(parseDuration(suggestion.slice("Write ".length, -1))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each([
    ["amount", "x".repeat(101)],
    ["time", "constructor"],
    ["time", "now-3 constructor"],
    ["duration", "3 __proto__"],
  ] as const)("for a value of the kind %s is not made of %s", (kind, written) => {
    expect(suggestValue(kind, written)).toBeUndefined();
  });
});
