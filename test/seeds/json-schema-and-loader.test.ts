// The JSON Schema beside the loader: what is refused for its shape by one is refused by the other, and
// what one accepts the other accepts, except what is named here.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Diagnostic } from "../../src/seeds/diagnostics/diagnostic.ts";
import { formatJsonSchema } from "../../src/seeds/write/json-schema.ts";
import { CHECKS, markedIn } from "./editor-check.ts";
import { listOrders, load, loadFine, SHOP } from "./load.ts";
import { FIELDS } from "./schema-fields.ts";

const CASES = join(import.meta.dir, "cases");

/** Digits that are wrong only as they are written: what editors see of `49.00` is 49. */
const LOOSER = ["bad-price", "exponent-amount", "hexadecimal-amount"];

/** What concerns one value, or the fields of one mapping. */
const SHAPE = ["unknown-field", "missing-field", "wrong-type", "bad-value"];

/** What leaves nothing for a JSON Schema to look at. */
const UNREADABLE = /^(?:yaml-|duplicate-field)/;

/** What an entry of each section must have. */
const REQUIRED: Readonly<Record<string, object>> = {
  merchants: { slug: "globex" },
  keys: { key: "mst_globex_full", merchant: "acme" },
  products: { publicCode: "GLOBE-1", merchant: "acme", currency: "EUR" },
  orders: { product: "ATLAS-1", amountMinor: "4900", createdAt: "now-3d" },
  faults: { respond: 429 },
  settings: {},
};

const PATHS = { seeds: "seeds.yaml", scenario: "scenarios/any.yaml" } as const;

describe("a mistake of the golden cases", () => {
  const cases = readdirSync(CASES)
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => {
      const text = readFileSync(join(CASES, name), "utf8");
      const codes = codesOf(load({ [name]: text }).diagnostics);
      return { name: name.replace(".yaml", ""), text, codes };
    })
    .filter(({ codes }) => !codes.some((code) => UNREADABLE.test(code)));
  const ofShape = cases.filter(({ codes }) => codes.some((code) => SHAPE.includes(code)));

  test("of shape is rejected by the JSON Schema too", () => {
    const passed = ofShape.filter(({ text }) => markedIn(text).length === 0);
    expect(passed.map(({ name }) => name).toSorted()).toEqual(LOOSER);
    expect(ofShape.length).toBeGreaterThan(60);
  });

  test("of another kind is left to the loader", () => {
    const others = cases.filter((mistake) => !ofShape.includes(mistake));
    const refused = others.filter(({ text }) => markedIn(text).length > 0);
    expect(refused.map(({ name }) => name)).toEqual([]);
    expect(others.length).toBeGreaterThan(20);
  });
});

describe.each(["seeds", "scenario"] as const)("an entry of any fields in %s", (name) => {
  const values = fc.constantFrom<unknown[]>(
    ...[
      "acme",
      "",
      "now",
      "now-3d",
      "1h30m",
      "off",
      "active",
      "PAID",
      "{n}",
      "12{n}",
      "4900",
      "-1",
    ],
    ...["2026-10-17T09:00:00Z", "2026-10-17", "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d", "mst_acme_1"],
    ...["before", "any", "json", "orders", ".", "..", "\u0085", "x".repeat(257), "🎁".repeat(200)],
    ...[0, 1, -1, 0.5, 429, 430, 1e10, Number.MAX_SAFE_INTEGER, true, false, null, undefined],
    ...[[], ["catalog:read"], ["catalog:write"], "catalog:read", {}, { now: "now" }, { now: 1 }],
    ...[{ times: 2, every: "1h" }, { times: 2 }, { min: "1s", max: "2s" }, { min: "1s", mx: "2s" }],
    ...[
      { capacity: 1, refillPerSecond: 1 },
      { capacity: 0, refillPerSecond: 1 },
    ],
  );

  test.each(Object.entries(REQUIRED))(
    "%s is rejected by both or by neither",
    (section, required) => {
      const names = Object.keys(FIELDS.scenario)
        .filter((path) => path.startsWith(`${section}.`))
        .map((path) => path.split(".")[1] ?? "");
      const fields = fc.dictionary(fc.constantFrom(...names, "colour"), values, { maxKeys: 4 });
      let passed = 0;
      fc.assert(
        fc.property(fields, (given) => {
          // Why: to Valibot an empty list is a mapping of fields that may all be left out.
          fc.pre(!Array.isArray(given.clock));
          const entry = { ...required, ...given };
          const text = JSON.stringify({ [section]: section === "settings" ? entry : [entry] });
          const codes = codesOf(load({ "shop.yaml": SHOP, [PATHS[name]]: text }).diagnostics);
          const mistakes = CHECKS[name](JSON.parse(text));
          expect({ text, refused: mistakes.length > 0 }).toEqual({
            text,
            refused: codes.some((code) => SHAPE.includes(code)),
          });
          if (mistakes.length === 0) passed++;
        }),
        { numRuns: 500 },
      );
      expect(passed).toBeGreaterThan(50);
    },
  );
});

describe("a default of the JSON Schema", () => {
  test("is not applied in a scenario, where an omitted field keeps its value", () => {
    expect(formatJsonSchema("seeds")).toContain('"default":');
    expect(formatJsonSchema("scenario")).not.toContain('"default":');
  });

  test("is the value of an omitted field", () => {
    const { properties } = JSON.parse(formatJsonSchema("seeds"));
    const entries = Object.entries(REQUIRED).map(([section, required]) => {
      const { items = properties[section] } = properties[section];
      const defaults = Object.entries<{ default?: unknown }>(items.properties).flatMap(
        ([field, property]) => (property.default === undefined ? [] : [[field, property.default]]),
      );
      expect(defaults.length).toBeGreaterThan(0);
      return [section, required, { ...required, ...Object.fromEntries(defaults) }] as const;
    });
    expect(resolve(entries.map(([section, , full]) => [section, full]))).toEqual(
      resolve(entries.map(([section, required]) => [section, required])),
    );
  });
});

function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => code);
}

/** What sections of one entry each, beside the shop, come to. */
function resolve(sections: readonly (readonly [section: string, entry: object])[]) {
  const lists = sections.map(([section, entry]) => [
    section,
    section === "settings" ? entry : [entry],
  ]);
  const text = JSON.stringify(Object.fromEntries(lists));
  const blueprint = loadFine({ "shop.yaml": SHOP, "seeds.yaml": text });
  const { merchants, keys, products, faults, settings } = blueprint;
  return { merchants, keys, products, faults, settings, orders: listOrders(blueprint) };
}
