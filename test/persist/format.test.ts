// Seeds that were written as JSON, by this version or another.
import { expect, test } from "bun:test";
import { SeedsSchema } from "../../src/persist/format.ts";
import { readJson } from "../../src/persist/parts.ts";
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
  expect(readJson(SeedsSchema, JSON.stringify(seeds))).toEqual(seeds);
});

test.each([
  ["no JSON", "{", "it is not JSON, or only a part of it"],
  ["nothing", "{}", "`base` is missing"],
  [
    "a list less",
    JSON.stringify({ base: { ...base, keys: undefined }, scenarios }),
    "`base.keys` is missing",
  ],
  ["a field more", JSON.stringify({ ...embedded, more: [] }), "`more` is unknown"],
  [
    "another field of an entry",
    JSON.stringify(embedded).replaceAll('"slug"', '"name2"'),
    "`base.merchants.0.seed.slug` is missing",
  ],
])("seeds in another form are not read: %s", (_how, json, reason) => {
  expect(() => readJson(SeedsSchema, json)).toThrow(reason);
});

/** Leaves out the way back to the text, as nothing that is compiled has it. */
function withoutText(name: string, value: unknown): unknown {
  return ["document", "written", "beneath"].includes(name) ? undefined : value;
}
