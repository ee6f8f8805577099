// Holds what a start and a request cost, without a clock: a slip is seen on the day that it is made, as the names
// of modules or functions. What costs more for a good reason is recorded anew by `npm run budget`.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { countCalls, measureSizes, measureWorker } from "./measure.ts";
import { listDirectory, listEmbedded, readBudget } from "./recorded.ts";

setDefaultTimeout(60_000);

const TOLERANCE = 0.02;

const { modules, sizes, calls } = await readBudget();

describe("a start", () => {
  test("on the embedded seeds loads these modules and no others until it has answered", async () => {
    expect(await listEmbedded()).toEqual(modules.embedded);
  });

  test("on a seeds directory loads these modules and no others until it has answered", async () => {
    expect(await listDirectory()).toEqual(modules.directory);
  });

  test.each([
    "js-yaml/",
    "yaml/dist/",
    "dashboard",
    "docs/",
    "hosted",
    "conform",
    "openapi",
    "control/",
  ])("on the embedded seeds loads nothing of %s", (part) => {
    expect(modules.embedded.filter((path) => path.includes(part))).toEqual([]);
  });
});

test("what is built is as large as it was, by two percent", async () => {
  const measured = await measureSizes();
  const off = Object.entries(measured).filter(
    ([what, size]) => Math.abs(size / (sizes[what] ?? 0) - 1) > TOLERANCE,
  );
  // Why: whole values, so that a failure shows both.
  expect(Object.fromEntries(off)).toEqual(
    Object.fromEntries(off.map(([what]) => [what, sizes[what] ?? 0])),
  );
  expect(Object.keys(measured)).toEqual(Object.keys(sizes));
});

test("the Worker at the edge is under 300 kB compressed", async () => {
  expect(await measureWorker()).toBeLessThan(300_000);
});

describe("a request", async () => {
  const counted = await countCalls();

  test.each(Object.keys(calls))("for %s calls these functions, so often", (request) => {
    expect(counted[request]).toEqual(calls[request] ?? {});
  });

  test("is counted for each kind that is recorded", () => {
    expect(Object.keys(counted)).toEqual(Object.keys(calls));
  });
});
