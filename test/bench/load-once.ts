// Loads one file with one reader in a process of its own, and prints what that took.
import { readFileSync } from "node:fs";
import { load } from "js-yaml";
import { loadSeeds } from "../../src/seeds/load.ts";
import { ordersOf } from "../../src/seeds/shelf.ts";

const [reader, path = ""] = process.argv.slice(2);
const text = readFileSync(path, "utf8");

const started = performance.now();
const count = reader === "ours" ? loadOurs() : loadBare();
const ms = performance.now() - started;
if (count === 0) throw new Error(`${reader} read nothing`);
process.stdout.write(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));

function loadOurs(): number {
  const { seeds } = loadSeeds({ files: [{ path, text }], now: Date.now() });
  return seeds ? ordersOf(seeds.base).length : 0;
}

function loadBare(): number {
  return Object.keys(load(text) ?? {}).length;
}
