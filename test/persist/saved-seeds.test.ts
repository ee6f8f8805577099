// Seeds that were written as JSON, by this version or another.
import { expect, test } from "bun:test";
import { readSeeds } from "../../src/persist/saved-seeds.ts";
import { EMBEDDED } from "../../src/seeds/embedded.ts";
import { loadSeeds } from "../../src/seeds/load.ts";
import { NOW } from "../support/sandbox.ts";

const embedded = EMBEDDED;
const { base, scenarios } = EMBEDDED;

const text = `
merchants: [{ slug: acme }]
products: [{ publicCode: A-1, merchant: acme, currency: EUR }]
orders: [{ product: A-1, repeat: { times: 3, every: 1h }, amountMinor: 7, createdAt: now-1d }]
`;
const { seeds: repeated } = loadSeeds({ files: [{ path: "shop.yaml", text }], now: NOW });

test.each([
  ["those of the program", embedded],
  ["those of files", JSON.parse(JSON.stringify(repeated, withoutText))],
])("seeds are read as they were written: %s", (_which, seeds) => {
  expect(readSeeds(JSON.stringify(seeds))).toEqual(seeds);
});

test.each([
  ["no JSON", "{"],
  ["nothing", "{}"],
  ["a list less", JSON.stringify({ base: { ...base, keys: undefined }, scenarios })],
  ["a field more", JSON.stringify({ ...embedded, more: [] })],
  ["another field of an entry", JSON.stringify(embedded).replaceAll('"slug"', '"name2"')],
])("seeds in another form are not read: %s", (_how, json) => {
  expect(readSeeds(json)).toBeUndefined();
});

/** Leaves out the way back to the text, as nothing that is compiled has it. */
function withoutText(name: string, value: unknown): unknown {
  return ["document", "written", "beneath"].includes(name) ? undefined : value;
}
