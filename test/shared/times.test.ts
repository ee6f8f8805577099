import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  compareInstants,
  formatInstant,
  type Instant,
  parseDuration,
  parseTime,
  shiftInstant,
} from "../../src/shared/times.ts";
import { NOW } from "../seeds/load.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;
const FIRST = Date.parse("0000-01-01T00:00:00Z");
const LAST = Date.parse("9999-12-31T23:59:59Z");

const seconds = fc.integer({ min: FIRST / SECOND, max: LAST / SECOND });
const fractions = fc.stringMatching(/^\d{0,9}$/);
const offsets = fc.integer({ min: -1439, max: 1439 });
const instants = fc.record({ second: seconds, fraction: fractions }).map(instantOf);

describe("parseTime, absolute", () => {
  test("reads any offset and fraction as the instant that they mean", () => {
    fc.assert(
      fc.property(seconds, fractions, offsets, (second, fraction, offset) => {
        const local = second * SECOND + offset * 60 * SECOND;
        fc.pre(local >= FIRST && local <= LAST);
        const clock = new Date(local).toISOString().slice(0, 19);
        const text = clock + (fraction && `.${fraction}`) + formatOffset(offset);
        expect(parseTime(text, NOW)).toEqual(instantOf({ second, fraction }));
      }),
    );
  });

  test("reads what formatInstant writes as the same instant", () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const again = parseTime(formatInstant(instant), NOW);
        expect(again && compareInstants(again, instant)).toBe(0);
      }),
    );
  });

  test.each([
    ["2026-10-17T09:00:00Z", "2026-10-17T09:00:00.000Z"],
    ["2026-10-17T09:00:00.5Z", "2026-10-17T09:00:00.5Z"],
    ["2026-10-17T09:00:00.250Z", "2026-10-17T09:00:00.250Z"],
    ["2026-10-17T09:00:00.123456789Z", "2026-10-17T09:00:00.123456789Z"],
    ["2026-10-17T09:00:00+05:45", "2026-10-17T03:15:00.000Z"],
    ["2026-10-17T09:00:00-00:30", "2026-10-17T09:30:00.000Z"],
    ["2024-03-01T00:30:00.250+01:00", "2024-02-29T23:30:00.250Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"],
  ])("returns %s as %s", (written, answered) => {
    const instant = parseTime(written, NOW);
    expect(instant && formatInstant(instant)).toBe(answered);
  });

  test("knows the days of every month", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        (year, month, day) => {
          const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
          const known = parseTime(`${date}T12:00:00Z`, NOW) !== undefined;
          expect(known).toBe(day <= daysIn(year, month));
        },
      ),
    );
  });

  test.each([
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-10-17T24:00:00Z",
    "2026-10-17T09:60:00Z",
    "2026-12-31T23:59:60Z",
    "2026-10-17T09:00:00+24:00",
    "2026-10-17T09:00:00+02:60",
    "0000-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01",
    "2026-10-17t09:00:00z",
    "2026-10-17T09:00:00",
    "2026-10-17T09:00:00.Z",
    "2026-10-17T09:00:00.1234567890Z",
    "+2026-10-17T09:00:00Z",
    " 2026-10-17T09:00:00Z",
    "2026-10-17T09:00:00Z\n",
    "",
  ])("finds no time in %j", (text) => {
    expect(parseTime(text, NOW)).toBeUndefined();
  });
});

describe("parseTime, relative", () => {
  test.each([
    ["now", 0],
    ["now+250ms", 250],
    ["now-1s", -SECOND],
    ["now+1m", 60 * SECOND],
    ["now-1h", -3_600 * SECOND],
    ["now+1d", DAY],
    ["now-1w", -7 * DAY],
    ["now+1h30m", 5_400 * SECOND],
    ["now-1w2d3h4m5s6ms", -(9 * DAY + 3 * 3_600_000 + 4 * 60_000 + 5_006)],
    ["now+1m1m", 120 * SECOND],
    ["now-0d", 0],
  ])("counts %s from now", (text, distance) => {
    expect(parseTime(text, NOW)).toEqual({ ms: NOW + distance, fraction: "" });
  });

  test.each([
    ["now-999999w"],
    ["now+999999w"],
    ["now+999999999999999w"],
    ["now+3y"],
    ["now+"],
    ["now-1.5d"],
    ["now 1d"],
    ["Now"],
    ["now+1d-1h"],
  ])("finds no time in %s", (text) => {
    expect(parseTime(text, NOW)).toBeUndefined();
  });

  test("reaches the first and the last millisecond that §2 can write, and no further", () => {
    const format = (text: string) => {
      const instant = parseTime(text, NOW);
      return instant && formatInstant(instant);
    };
    const before = NOW - FIRST;
    const after = LAST + 999 - NOW;
    expect(format(`now-${before}ms`)).toBe("0000-01-01T00:00:00.000Z");
    expect(format(`now-${before + 1}ms`)).toBeUndefined();
    expect(format(`now+${after}ms`)).toBe("9999-12-31T23:59:59.999Z");
    expect(format(`now+${after + 1}ms`)).toBeUndefined();
  });
});

test("parseDuration adds up its units", () => {
  expect(parseDuration("1h30m")).toBe(5_400_000);
  expect(parseDuration("0s")).toBe(0);
  expect(parseDuration("90")).toBeUndefined();
  expect(parseDuration("-1h")).toBeUndefined();
  expect(parseDuration("999999999999999w")).toBeUndefined();
});

test("compareInstants distinguishes instants up to the ninth digit", () => {
  fc.assert(
    fc.property(instants, fractions, fc.boolean(), (a, fraction, near) => {
      const second = Math.floor(a.ms / SECOND) + (near ? 0 : 1);
      const b = instantOf({ second, fraction });
      const difference = nanoseconds(a) - nanoseconds(b);
      expect(compareInstants(a, b) < 0).toBe(difference < 0n);
      expect(compareInstants(a, b) > 0).toBe(difference > 0n);
    }),
  );
});

test("shiftInstant moves by milliseconds and keeps the digits after them", () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -1e9, max: 1e9 }), (instant, by) => {
      const shifted = shiftInstant(instant, by);
      fc.pre(shifted !== undefined);
      expect(nanoseconds(shifted)).toBe(nanoseconds(instant) + BigInt(by) * 1_000_000n);
    }),
  );
});

function instantOf({ second, fraction }: { second: number; fraction: string }): Instant {
  return { ms: second * SECOND + Number(fraction.slice(0, 3).padEnd(3, "0")), fraction };
}

function nanoseconds({ ms, fraction }: Instant): bigint {
  return BigInt(ms) * 1_000_000n + BigInt(fraction.slice(3).padEnd(6, "0"));
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset);
  return `${offset < 0 ? "-" : "+"}${pad(Math.floor(minutes / 60), 2)}:${pad(minutes % 60, 2)}`;
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return isLeap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function pad(value: number, width: number): string {
  return `${value}`.padStart(width, "0");
}
