// The mends of single values: what is proposed is what the field takes.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mendValue } from "../../../src/seeds/diagnostics/suggestions.ts";
import { parseDuration, parseTime } from "../../../src/shared/times.ts";
import { NOW } from "../load.ts";

const ANY_TIME = fc.stringMatching(
  /^(now ?[+-] ?\d{1,20} ?[A-Za-z]{1,3}|\d{4}-[01]\d-[0-3]\d([Tt ][0-2]\d:[0-6]\d(:[0-6]\d)?(\.\d{1,10})? ?([Zz]|[+-]\d\d(:?\d\d)?)?)?|[1-9](\d{9}|\d{12}))$/,
);
const ANY_LENGTH = fc.stringMatching(
  /^(\d{1,4} ?(ms|[smhdwM]|[Hh]ours?|min(utes)?|days?|years) ?){1,3}$/,
);

describe("a mend", () => {
  test("of a time is a time", () => {
    fc.assert(
      fc.property(ANY_TIME, (written) => {
        const mend = mendValue("a time like 2026-10-17T09:00:00Z or now-3d", written);
        if (mend === undefined) return;
        const time = mend.replace(/\.$/, "").split(" ").at(-1) ?? "";
        expect(time).toMatch(/^(?:now[+-](?:\d{1,15}[a-z]+)+|\d{4}-.*T.*)$/);
        if (!time.startsWith("now")) expect(parseTime(time, NOW)).toBeDefined();
      }),
      { numRuns: 2_000 },
    );
  });

  test("of a length of time is one", () => {
    fc.assert(
      fc.property(ANY_LENGTH, (written) => {
        const mend = mendValue("a length of time like 1h or 1h30m", written);
        if (mend === undefined) return expect(written).toMatch(/M|years/);
        expect(parseDuration(mend.slice("Write ".length, -1))).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test.each([
    ["an amount in minor units", "x".repeat(101)],
    ["a time like now", "constructor"],
    ["a time like now", "now-3 constructor"],
    ["a length of time like 1h", "3 __proto__"],
    ["a name", "yes"],
  ])("of %s is not made of %s", (expected, written) => {
    expect(mendValue(expected, written)).toBeUndefined();
  });
});
