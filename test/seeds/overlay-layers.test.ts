// A scenario laid over the seeds beneath it, as a whole: settings, faults, one scenario over another,
// and what is left alone.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ATLAS, BASE, BEFORE, contentOf, DAY, lay } from "./lay.ts";
import { EMBEDDED_TEXTS, listOrders, loadAll, NOW, type Seen, see } from "./load.ts";

describe("settings", () => {
  test("are merged by field, the clock by its own", () => {
    const laid = lay("settings: { listOrder: oldest, clock: { frozen: false } }");
    expect(laid.settings).toEqual({
      ...BEFORE.settings,
      listOrder: "oldest",
      clock: { now: NOW - DAY / 24, frozen: false },
    });
  });

  test("leave the clock frozen that is only set", () => {
    const { clock } = lay('settings: { clock: { now: "2020-01-01T00:00:00Z" } }').settings;
    expect(clock).toEqual({ now: Date.parse("2020-01-01T00:00:00Z"), frozen: true });
  });

  test("of the command line win over a scenario's", () => {
    const scenario =
      'settings: { clock: { now: "2020-01-01T00:00:00Z", frozen: false }, rateLimit: off }\n';
    const overrides = { now: 0, frozen: true, rateLimit: { capacity: 1, refillPerSecond: 9 } };
    const key = "keys: [{ key: mst_acme_full, rateLimit: { capacity: 5, refillPerSecond: 5 } }]";
    const texts = { "base.yaml": BASE, "scenarios/s.yaml": scenario + key };
    const laid = see(loadAll(texts, overrides).ofScenario("s") ?? fail());
    expect(laid.settings).toMatchObject({
      clock: { now: 0, frozen: true },
      rateLimit: overrides.rateLimit,
    });
    expect(laid.keys.get("mst_acme_full")).toMatchObject({
      expiresAt: 90 * DAY,
      rateLimit: undefined,
    });
  });

  test("set the clock that all relative times count from, those of the base too", () => {
    const laid = lay('settings: { clock: { now: "2020-01-01T00:00:00Z" } }');
    const start = Date.parse("2020-01-01T00:00:00Z");
    expect(laid.keys.get("mst_acme_full")?.expiresAt).toBe(start + 90 * DAY);
    expect(listOrders(laid)[0]?.createdAt).toBe("2019-12-31T00:00:00.000Z");
    const again = lay('settings: { clock: { now: "2020-01-01T00:00:00Z" } }', "extends: s0");
    expect(contentOf(again)).toEqual(contentOf(laid));
  });
});

describe("faults", () => {
  test.each<[string, string, unknown[]]>([
    ["replace those beneath", "faults: [{ drop: before }]", ["before"]],
    ["that are none take those beneath away", "faults: []", []],
    ["that are nothing do so too", "faults:", []],
    ["that are left alone stay", "settings: { listOrder: oldest }", [500, 502, 1_000]],
  ])("%s", (_what, scenario, expected) => {
    const { faults } = lay(scenario);
    const deeds: unknown[] = faults.map(
      ({ respond, drop, delay }) => respond ?? drop ?? delay?.max,
    );
    expect(deeds).toEqual(expected);
  });
});

test("an unchanged fault follows its merchant to another id", () => {
  const base = "merchants: [{ slug: acme }]\nfaults: [{ merchant: acme, drop: before }]";
  const scenario = `merchants: [{ slug: acme, id: ${ATLAS} }]`;
  const { ofScenario } = loadAll({ "base.yaml": base, "scenarios/s.yaml": scenario });
  expect(ofScenario("s")?.faults[0]?.merchant).toBe(ATLAS);
});

describe("extends", () => {
  const PARENT = `
keys:
  - { key: mst_acme_full, remove: true }
  - { key: mst_new_1, merchant: acme, scopes: [] }
products: [{ publicCode: ATLAS-1, status: DRAFT, version: 5 }]
settings: { listOrder: oldest, errorBody: empty }
faults: [{ drop: midway }]
`;
  const CHILD = `
extends: s0
keys: [{ key: mst_new_1, status: revoked }, { key: mst_new_2, merchant: acme }]
products: [{ publicCode: ATLAS-1, version: 6 }]
settings: { listOrder: shuffled }
`;
  const GRANDCHILD = `
extends: s1
keys:
  - { key: mst_new_2, remove: true }
  - { key: mst_acme_full, merchant: globex }
products: [{ publicCode: ATLAS-1, currency: USD }]
faults: []
`;

  test("lays a scenario over another, that over a third", () => {
    const laid = lay(PARENT, CHILD, GRANDCHILD);
    expect([...laid.keys.values()].map((key) => [key.key, key.merchant.slug, key.status])).toEqual([
      ["mst_acme_by_id", "acme", "active"],
      ["mst_globex_full", "globex", "active"],
      ["mst_new_1", "acme", "revoked"],
      ["mst_acme_full", "globex", "active"],
    ]);
    expect(laid.keys.get("mst_new_1")?.scopes).toEqual([]);
    expect(laid.products.get(ATLAS)).toMatchObject({
      status: "DRAFT",
      version: 6,
      currency: "USD",
    });
    expect(laid.settings).toMatchObject({ listOrder: "shuffled", errorBody: "empty" });
    expect(laid.faults).toEqual([]);
    expect(lay(PARENT, CHILD).faults).toHaveLength(1);
  });

  test("has the same result wherever the files are, and does not change what is extended", () => {
    const texts = { "base.yaml": BASE, "scenarios/s0.yaml": PARENT, "scenarios/s1.yaml": CHILD };
    const { "base.yaml": base, ...scenarios } = texts;
    const { ofScenario } = loadAll({
      ...Object.fromEntries(Object.entries(scenarios).toReversed()),
      "base.yaml": base,
    });
    const [parent, child] = [ofScenario("s0"), ofScenario("s1")];
    expect(child && contentOf(see(child))).toEqual(contentOf(lay(PARENT, CHILD)));
    expect(parent && contentOf(see(parent))).toEqual(contentOf(lay(PARENT)));
  });
});

describe("what a scenario does not change", () => {
  test("is the base's own, not made again", () => {
    const { base, ofScenario } = loadAll({
      "base.yaml": BASE,
      "scenarios/s.yaml": "orders: [{ ref: second, state: LATE }]",
    });
    const laid = ofScenario("s");
    expect(laid?.merchants).toBe(base.merchants);
    expect(laid?.products.get(ATLAS)).toBe(base.products.get(ATLAS));
    expect(laid?.keys.get("mst_acme_full")).toBe(base.keys.get("mst_acme_full"));
    expect(laid?.faults).toBe(base.faults);
  });

  test("computes its times from its own world's clock", () => {
    const { base, ofScenario } = loadAll({
      "base.yaml": BASE,
      "scenarios/s.yaml": "settings: { clock: { now: now-1d } }",
    });
    const laid = see(ofScenario("s") ?? fail());
    expect(laid.keys.get("mst_acme_full")?.expiresAt).toBe(NOW + 89 * DAY);
    expect(see(base).keys.get("mst_acme_full")?.expiresAt).toBe(NOW + 90 * DAY - DAY / 24);
    expect(ofScenario("s")?.products.get(ATLAS)).toBe(base.products.get(ATLAS));
  });

  test("has the same responses, byte for byte, whatever other scenarios exist", () => {
    const isScenario = (path: string) => path.startsWith("scenarios/");
    const [alone, scenarios] = [false, true].map((wanted) =>
      Object.fromEntries(
        Object.entries(EMBEDDED_TEXTS).filter(([path]) => isScenario(path) === wanted),
      ),
    );
    const answers = ({ merchants, keys, listProducts, listOrders: list }: Seen) => [
      [...keys.values()],
      merchants.map((merchant) => [listProducts(merchant), list(merchant)]),
    ];
    const expected = answers(see(loadAll(alone ?? {}).base));
    // Extended by another, and so always there.
    const some = fc.subarray(Object.keys(scenarios ?? {}));
    fc.assert(
      fc.property(some, (paths) => {
        const chosen = [...paths, "scenarios/more-than-fifty-orders.yaml"];
        const {
          base,
          ofScenario,
          scenarios: found,
        } = loadAll({
          ...alone,
          ...Object.fromEntries(chosen.map((path) => [path, EMBEDDED_TEXTS[path] ?? ""])),
        });
        for (const { name } of found)
          see(ofScenario(name) ?? fail()).listOrders(base.merchants[0] ?? fail());
        expect(answers(see(base))).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });
});

function fail(): never {
  throw new Error("there is no such thing");
}
