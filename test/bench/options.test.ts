// What is understood of the arguments.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { formatHelp, readOptions } from "./options.ts";

const KNOWN = ["throughput", "start", "peers"];
const NONE = { parts: ["throughput", "start"], quick: false, out: undefined, help: false };

test.each([
  [[], NONE],
  [["--quick"], { ...NONE, quick: true }],
  [["--peers"], { ...NONE, parts: KNOWN }],
  [["peers"], { ...NONE, parts: ["peers"] }],
  [["start", "throughput", "--out", "x"], { ...NONE, out: "x" }],
  [["start", "--peers"], { ...NONE, parts: ["start", "peers"] }],
  [["-h"], { ...NONE, help: true }],
])("understands %p", (args, options) => {
  expect(readOptions(args, KNOWN)).toEqual(options);
});

test.each([
  [["nonsense"], "there is no part nonsense, only throughput, start, peers"],
  [["--nonsense"], "Unknown option '--nonsense'"],
  [["--out"], "Option '--out <value>' argument missing"],
])("rejects %p", (args, message) => {
  expect(() => readOptions(args, KNOWN)).toThrow(message);
});

test("lists the parts in its help", () => {
  expect(formatHelp([["start", "from exec to the first 200"]])).toContain(
    "\n  start       from exec to the first 200\n",
  );
});

describe("the command", () => {
  test.each([
    [["--help"], 0],
    [["nonsense"], 2],
    [["--nonsense"], 2],
  ])("with %p ends with %p", async (args, code) => {
    const command = [process.execPath, join(import.meta.dir, "run.ts"), ...args];
    const child = Bun.spawn(command, { stdout: "pipe", stderr: "pipe" });
    const stderr = await new Response(child.stderr).text();
    expect(await child.exited).toBe(code);
    expect(stderr).toEndWith(code === 0 ? "" : "`npm run bench -- --help` shows what there is.\n");
  });
});
