// Loads one file with one reader, in a process of its own, and prints what that took.
import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { loadSeeds } from "../../../src/seeds/load.ts";
import { peakOf } from "../memory.ts";

const [reader, path = ""] = process.argv.slice(2);
const text = readFileSync(path, "utf8");

const started = performance.now();
const count = reader === "ours" ? loadOurs() : Object.keys(parse(text) ?? {}).length;
const ms = performance.now() - started;
if (count === 0) throw new Error(`${reader} read nothing`);
// Why: not resourceUsage(), whose maximum is at first that of whoever started this process.
process.stdout.write(JSON.stringify({ ms, peak: peakOf(process.pid) }));

function loadOurs(): number {
  const { seeds } = loadSeeds({ files: [{ path, text }], now: Date.now() });
  return seeds?.base.orders.length ?? 0;
}
