// The one line that says what a reload changed.
import { describe, expect, test } from "bun:test";
import { describeChange } from "../../../../src/cli/commands/serve/describe-change.ts";
import type { Seeds } from "../../../../src/seeds/read/entries.ts";
import { loadTexts, SEEDS } from "../../../support/sandbox.ts";

/** What is said of an edit: a piece of the seeds and what stands there afterwards. */
function said(from: string, to: string): string | undefined {
  expect(SEEDS).toContain(from);
  return describeChange(seedsOf(SEEDS), seedsOf(SEEDS.replace(from, to)));
}

function seedsOf(text: string, scenarios?: Readonly<Record<string, string>>): Seeds {
  const { seeds } = loadTexts(text, scenarios);
  if (seeds === undefined) throw new Error("the seeds of this test have a mistake");
  return seeds;
}

const KEY = "{ key: mst_acme_full, merchant: acme }";
const ORDER = '- { product: ATLAS-1, amountMinor: "1", createdAt: now-1d';

describe("describeChange", () => {
  test.each([
    ["  - { slug: globex }\n", "  - { slug: globex, name: Globex }\n", "merchant changed: globex"],
    [KEY, `${KEY}\n  - { key: mst_acme_new, merchant: acme }`, "key added: mst_acme_new"],
    [KEY, "{ key: mst_acme_full, merchant: acme, status: revoked }", "key revoked: mst_acme_full"],
    ["merchant: acme, status: revoked }", "merchant: acme }", "key changed: mst_acme_revoked"],
    ["{ key: mst_acme_none, merchant: acme, scopes: [] }\n  - ", "", "key removed: mst_acme_none"],
    ["version: 4", "version: 5", "product changed: ATLAS-1"],
    ["orders:\n", `orders:\n  ${ORDER} }\n`, "orders 2 → 3"],
    ["orders:\n", `orders:\n  ${ORDER}, repeat: { times: 9, every: 1h } }\n`, "orders 2 → 11"],
    [
      'amountMinor: "4900"',
      'amountMinor: "4901"',
      "order changed: 0de70000-0000-4000-8000-000000000001",
    ],
    ["rateLimit: off", "listOrder: oldest", "setting changed: rateLimit, listOrder"],
    ["settings:", "faults: [{ respond: 500 }]\nsettings:", "faults 0 → 1"],
    ["settings:", "# A comment.\nsettings:", undefined],
  ])("describes %p that became %p: %s", (from, to, expected) => {
    expect(said(from, to)).toBe(expected as string | undefined);
  });

  test("counts what is too long to list, and names every kind of change", () => {
    const before = seedsOf(SEEDS.replaceAll("scopes: [", "sandboxAccess: true, scopes: ["));
    const after = seedsOf(SEEDS.replaceAll("merchant: acme", "merchant: globex"));
    expect(describeChange(before, after)).toBe("9 keys changed, product changed: ATLAS-1, DRAFT-1");
  });

  test("names the scenarios that came, went or changed, and none that only moved", () => {
    const before = seedsOf(SEEDS, { a: "settings: {}", b: "settings: {}", c: "settings: {}" });
    const after = seedsOf(SEEDS, {
      b: "# A comment.\nsettings: {}",
      c: "faults: [{ respond: 500 }]",
      d: "settings: {}",
    });
    expect(describeChange(before, after)).toBe(
      "scenario added: d, scenario removed: a, scenario changed: c",
    );
  });

  test("says nothing of seeds that another thread has loaded", () => {
    const seeds = seedsOf(SEEDS, { a: "faults: [{ respond: 500 }]" });
    expect(describeChange(seeds, JSON.parse(JSON.stringify(seeds)))).toBeUndefined();
  });

  test("reports entries in another order, because lists keep the order of the seeds", () => {
    const [first, second] = [
      "  - { key: mst_acme_full, merchant: acme }\n",
      "  - { key: mst_acme_none, merchant: acme, scopes: [] }\n",
    ];
    expect(said(first + second, second + first)).toBe("keys reordered");
  });

  test("numbers the orders without a name", () => {
    const before = seedsOf(
      `${SEEDS.replace("settings:", `  ${ORDER} }\n  ${ORDER} }\nsettings:`)}`,
    );
    const after = seedsOf(
      `${SEEDS.replace("settings:", `  ${ORDER} }\n  ${ORDER}, state: PENDING }\nsettings:`)}`,
    );
    expect(describeChange(before, after)).toBe("order changed: ATLAS-1 (2)");
  });
});
