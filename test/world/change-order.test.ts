// One order changed by its id, or a series by its ref: whatever the seeds, all other orders stay what they were.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Order } from "../../src/contract/endpoints/orders.ts";
import { identityOf } from "../../src/contract/endpoints/products.ts";
import { describeOrder } from "../../src/model/lists.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostics/diagnostic.ts";
import { applyOverlay } from "../../src/seeds/overlay/apply.ts";
import type { Layer } from "../../src/seeds/resolve/layer.ts";
import { formatSnapshot } from "../../src/seeds/write/snapshot.ts";
import { createWorld } from "../../src/world/world.ts";
import { anySeeds } from "../seeds/any-seeds.ts";
import { load, loadAll, NOW, SHOP, see } from "../seeds/load.ts";

/** Every order there is, in the order of the seeds. */
const ordersOf = (layer: Layer): Order[] => see(layer).orders;

const listsOf = (layer: Layer) => {
  const { merchants, listOrders, listProducts } = see(layer);
  return merchants.map((merchant) => [
    listOrders(merchant),
    listProducts(merchant).items.map(identityOf),
  ]);
};

/** Changes an order of a layer as the control API does. */
const change = (layer: Layer, id: string, fields: Partial<Order>): Layer =>
  lay(layer, { orders: [{ ...fields, id }] });

/** Applies an overlay on top of a layer, as in a running world. */
function lay(layer: Layer, value: unknown): Layer {
  const applied = applyOverlay(layer, {
    value,
    show: (pointer) => pointer,
    now: NOW,
    running: true,
  });
  if (applied.layer === undefined) throw new Error(formatDiagnostics(applied.diagnostics));
  return applied.layer;
}

const layerOf = (orders: string): Layer => loadAll(`${SHOP}orders:\n${orders}`).base;

/** Loads the snapshot of a layer. */
async function reload(layer: Layer): Promise<Layer> {
  const { start } = createWorld("mine", layer, () => NOW);
  const { now, frozen } = layer.settings.clock;
  const clock = now === undefined && !frozen ? undefined : { frozen };
  const text = await formatSnapshot({ world: "mine", state: layer, now: start, start, clock });
  const { resolved, diagnostics } = load(text);
  if (resolved === undefined) throw new Error(formatDiagnostics(diagnostics));
  return resolved.base;
}

const REPEATED = [
  ["with a ref", 'ref: "r-{n}", '],
  ["without a ref", ""],
] as const;

describe("of repeated orders", () => {
  test.each(
    REPEATED.flatMap(([name, ref]) => [0, 1, 5, 8, 9].map((index) => [name, index, ref] as const)),
  )("%s, only no. %d changes", (_name, index, ref) => {
    const layer = layerOf(`
  - { product: ATLAS-1, amountMinor: 1, createdAt: now }
  - { product: ATLAS-1, ${ref}amountMinor: "{n}00{n}", state: "S{n}", createdAt: now-1d, repeat: { times: 10, every: 90m } }
  - { product: ATLAS-1, amountMinor: 2, createdAt: now }
`);
    const before = ordersOf(layer);
    const order = before[index + 1];
    const after = change(layer, order?.id ?? "", { refundedMinor: "7" });
    expect(ordersOf(after)).toEqual(
      before.map((known) => (known === order ? { ...known, refundedMinor: "7" } : known)),
    );
  });

  test("all that have the ref are changed by it, and removed, also one that was changed before", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 8, every: 1s } }',
    );
    const before = ordersOf(layer);
    const changed = [3, 0].reduce(
      (state, n) => change(state, before[n]?.id ?? "", { state: "X" }),
      layer,
    );
    const named = { ref: "r{n}" };
    const all = lay(changed, { orders: [{ ...named, state: "Y{n}" }] });
    expect(ordersOf(all)).toEqual(before.map((order, n) => ({ ...order, state: `Y${n + 1}` })));
    expect(ordersOf(lay(changed, { orders: [{ ...named, remove: true }] }))).toEqual([]);
  });

  test("one is changed by the ref that its number makes", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 3, every: 1s } }',
    );
    const changed = lay(layer, { orders: [{ ref: "r2", state: "X" }] });
    expect(ordersOf(changed).map(({ state }) => state)).toEqual(["PAID", "X", "PAID"]);
  });

  describe("one of which was changed", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 4, every: 1s } }',
    );
    const [, { id } = { id: "" }] = ordersOf(layer);
    const changed = change(layer, id, { state: "X" });

    test("all but it are changed by their ref if the same overlay names it by its id", () => {
      const orders = [
        { ref: "r{n}", state: "ALL" },
        { id, state: "ONE" },
      ];
      expect(ordersOf(lay(changed, { orders })).map(({ state }) => state)).toEqual([
        "ALL",
        "ONE",
        "ALL",
        "ALL",
      ]);
      expect(ordersOf(lay(changed, { orders: orders.toReversed() }))).toEqual(
        ordersOf(lay(changed, { orders })),
      );
    });

    test("all begin again if the series gets other times", () => {
      const repeat = { times: 2, every: "1h" };
      const again = ordersOf(lay(changed, { orders: [{ ref: "r{n}", createdAt: "now", repeat }] }));
      expect(again.map(({ id: one, state, createdAt }) => [one, state, createdAt])).toEqual([
        [ordersOf(layer)[0]?.id ?? "", "PAID", "2026-10-17T09:00:00.000Z"],
        [id, "PAID", "2026-10-17T10:00:00.000Z"],
      ]);
    });
  });

  test("parts of a second apart keep their digits", () => {
    for (const [time, every, expected] of [
      [".5", "1500ms", ["00.500", "02.000"]],
      ["", "1500ms", ["00.000", "01.500"]],
      [".25", "1ms", ["00.250", "00.251"]],
      [".5", "2s", ["00.5", "02.5"]],
      [".123456789", "1ms", ["00.123456789", "00.124456789"]],
    ] as const) {
      const layer = layerOf(
        `  - { product: ATLAS-1, amountMinor: 1, createdAt: "2026-10-17T09:00:00${time}Z", repeat: { times: 2, every: ${every} } }`,
      );
      const before = ordersOf(layer);
      expect(before.map(({ createdAt }) => createdAt)).toEqual(
        expected.map((seconds) => `2026-10-17T09:00:${seconds}Z`),
      );
      const after = ordersOf(change(layer, before[0]?.id ?? "", { state: "X" }));
      expect(after.map(({ createdAt }) => createdAt)).toEqual(
        before.map(({ createdAt }) => createdAt),
      );
    }
  });
});

test("an order keeps the currency that it was paid in, whatever becomes of its product", () => {
  const layer = layerOf("  - { product: ATLAS-1, amountMinor: 1, createdAt: now }");
  const changed = lay(layer, { products: [{ publicCode: "ATLAS-1", currency: "JPY" }] });
  expect(ordersOf(changed)).toEqual(ordersOf(layer));
  expect([...changed.products.values()].map(({ currency }) => currency)).toEqual(["JPY"]);
});

test("an order keeps its id when those before it are removed", () => {
  const orders = [1, 2, 3].map(
    (n) => `  - { product: ATLAS-1, amountMinor: ${n}, createdAt: now }`,
  );
  const layer = layerOf(orders.join("\n"));
  const [first, second, third] = ordersOf(layer);
  const removed = lay(layer, { orders: [{ id: first?.id, remove: true }] });
  expect(ordersOf(removed)).toEqual([second, third].flatMap((order) => order ?? []));
  const added = lay(removed, {
    orders: [{ product: "ATLAS-1", amountMinor: 4, createdAt: "now" }],
  });
  expect(new Set(ordersOf(added).map(({ id }) => id)).size).toBe(3);
});

describe("whatever the seeds", () => {
  const picks = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 });
  const scenario = fc.constantFrom(undefined, "other");

  test("only the changed orders differ, in the snapshot too", async () => {
    await fc.assert(
      fc.asyncProperty(anySeeds, scenario, picks, async ({ texts, overrides }, name, places) => {
        const set = loadAll(texts, overrides);
        const layer = (name && set.ofScenario(name)) ?? set.base;
        const before = ordersOf(layer);
        if (before.length === 0) return;
        const changes = new Map(
          places.map((place, n) => [place % before.length, { refundedMinor: `${n}9` }] as const),
        );
        const after = [...changes].reduce(
          (state, [place, fields]) => change(state, before[place]?.id ?? "", fields),
          layer,
        );
        const expected = before.map((order, n) => ({ ...order, ...changes.get(n) }));
        expect(ordersOf(after)).toEqual(expected);
        expect(listsOf(after)).toEqual(listsOf(await reload(after)));
        expect(ordersOf(await reload(after))).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });

  test("no two orders have one id, and the same seeds give the same ids", () => {
    fc.assert(
      fc.property(anySeeds, ({ texts, overrides }) => {
        const ids = loadAll(texts, overrides).base.orders.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(loadAll(texts, overrides).base.orders.map(({ id }) => id)).toEqual(ids);
      }),
      { numRuns: 50 },
    );
  });
});

describe("an id that an order is given", () => {
  test("is derived for no other", () => {
    const two = "  - { product: ATLAS-1, amountMinor: 1, createdAt: now }\n".repeat(2);
    const [first, second] = ordersOf(layerOf(two));
    const [given, other, third] = ordersOf(
      layerOf(
        `  - { product: ATLAS-1, id: ${second?.id}, amountMinor: 1, createdAt: now }\n${two}`,
      ),
    );
    expect(given?.id).toBe(second?.id ?? "");
    expect(new Set([first?.id, given?.id, other?.id, third?.id]).size).toBe(4);
  });

  test("or that is listed names an order in a scenario", () => {
    const base = `${SHOP}orders: [{ product: ATLAS-1, amountMinor: 1, createdAt: now }]`;
    const [{ id } = { id: "" }] = ordersOf(loadAll(base).base);
    const scenario = loadAll({
      "base.yaml": base,
      "scenarios/s.yaml": `orders: [{ id: ${id}, state: LATE }]`,
    }).ofScenario("s");
    expect(scenario?.orders.map((order) => describeOrder(order, NOW))).toMatchObject([
      { id, state: "LATE" },
    ]);
  });
});
