// The order in which pairs are measured.
import { expect, test } from "bun:test";
import { inPairs } from "./pairs.ts";

test("measures each side first as often as second, one at a time", async () => {
  const log: string[] = [];
  const measure = (side: string) => async () => {
    log.push(side);
    await Promise.resolve();
    return log.push(`${side} done`);
  };
  expect(await inPairs(3, measure("ours"), measure("limit"))).toEqual([
    { ours: 2, limit: 4 },
    { limit: 6, ours: 8 },
    { ours: 10, limit: 12 },
  ]);
  expect(log.filter((entry) => !entry.endsWith("done"))).toEqual([
    ...["ours", "limit"],
    ...["limit", "ours"],
    ...["ours", "limit"],
  ]);
  expect(log.findIndex((entry, n) => n % 2 === 1 && !entry.endsWith("done"))).toBe(-1);
});
