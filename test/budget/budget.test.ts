// Holds what a start loads and how large the program is, without a clock.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { countStartFiles, listModules, measureSizes, measureWorker } from "./measure.ts";

setDefaultTimeout(60_000);

const SEEDS = join(import.meta.dir, "../../seeds");

/** The most bytes of JavaScript, by what they are for. */
const MOST_BYTES: Readonly<Record<string, number>> = {
  "loaded by a start of Node": 415_000,
  "built for Node": 2_800_000,
  "built for the edge": 755_000,
  "the client in a web page": 16_000,
  "built into the executable": 2_060_000,
};

/** What nobody needs until it is asked for. */
const NOT_AT_THE_START = [
  "pages/dashboard/",
  "pages/docs/",
  "pages/shop/",
  "conform/",
  "mcp/",
  "openapi",
  "persist/",
  "control/",
  "client/",
  "commands/remote/",
  "commands/completions/",
];

describe("a start", () => {
  test("on the embedded seeds loads no page, no control API and no YAML before its first response", async () => {
    const loaded = await listModules([]);
    const unneeded = [...NOT_AT_THE_START, "yaml/dist/", "seeds/yaml/", "node:fs"];
    expect(loaded).toContain("src/sandbox.ts");
    expect(loaded.filter((path) => unneeded.some((part) => path.includes(part)))).toEqual([]);
  });

  test("on a seeds directory loads no page and no control API before its first response", async () => {
    // Why: not watched, as that begins whenever it can.
    const loaded = await listModules(["--seeds", SEEDS, "--no-watch"]);
    expect(loaded).toContain("src/seeds/load.ts");
    expect(loaded.filter((path) => NOT_AT_THE_START.some((part) => path.includes(part)))).toEqual(
      [],
    );
  });
});

test("the build output stays within its size limits", async () => {
  const sizes = await measureSizes();
  const tooLarge = Object.entries(sizes).filter(([what, size]) => size > (MOST_BYTES[what] ?? 0));
  expect(Object.fromEntries(tooLarge)).toEqual({});
});

test("a start of serve loads at most 28 files of the bundle", async () => {
  // Why: each costs about 0.1 ms. A command with an entry point of its own splits what it shares with serve.
  const count = await countStartFiles();
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThanOrEqual(28);
});

test("the Worker at the edge is under 300 kB compressed", async () => {
  expect(await measureWorker()).toBeLessThan(300_000);
});
