// How the answers of the last minutes are counted.
import { expect, test } from "bun:test";
import { countTraffic } from "../../../src/world/journal/traffic.ts";

const NOW = 1_004_999;
const answered = (status: number, ago: number) => ({ status, ended: NOW - ago });

/** What is counted, by its place: 0 is the span that is going on, 59 the oldest. */
const countsOf = (counts: readonly number[]) =>
  counts.toReversed().flatMap((count, place) => (count > 0 ? [[place, count]] : []));

test("responses are counted in spans of five seconds, without those before the last sixty", () => {
  const exchanges = [0, 4_999, 5_000, 299_999, 300_000, 900_000].map((ago) => answered(200, ago));
  const { ok, refused, failed, start } = countTraffic(exchanges, NOW, 0);
  expect(start).toBe(705_000);
  expect([ok, refused, failed].map(({ length }) => length)).toEqual([60, 60, 60]);
  expect(countsOf(ok)).toEqual([
    [0, 2],
    [1, 1],
    [59, 1],
  ]);
});

test("responses are counted by the class of their status, and not before they are sent", () => {
  const statuses = [200, 201, 400, 401, 404, 429, 500, 503];
  const exchanges = [
    ...statuses.map((status) => answered(status, 10_000)),
    { ...answered(200, 10_000), drop: "before" as const },
    { ...answered(404, 10_000), drop: "midway" as const },
    { status: undefined, ended: undefined },
  ];
  const { ok, refused, failed, dropped } = countTraffic(exchanges, NOW, 0);
  expect([ok, refused, failed, dropped].map(countsOf)).toEqual([
    [[2, 2]],
    [[2, 4]],
    [[2, 2]],
    [[2, 2]],
  ]);
});

test("spans begin at multiples of five seconds, so that what is counted stays in its span", () => {
  const starts = [0, 1, 4_998].map((later) => {
    const { ok, start } = countTraffic([answered(200, 60_000)], 1_000_000 + later, 0);
    return [start, ok.indexOf(1)];
  });
  expect(new Set(starts.map(String)).size).toBe(1);
});
