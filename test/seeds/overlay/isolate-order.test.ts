// One order taken out of its entry, and found by its id: whatever the seeds, all that is answered stays.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { identityOf } from "../../../src/contract/products.ts";
import type { Order } from "../../../src/contract/schemas.ts";
import { orderAt } from "../../../src/model/orders.ts";
import { formatDiagnostics } from "../../../src/seeds/diagnostics/diagnostic.ts";
import { changeLayer } from "../../../src/seeds/overlay/apply.ts";
import { findOrder } from "../../../src/seeds/overlay/find-order.ts";
import { isolateOrder } from "../../../src/seeds/overlay/isolate-order.ts";
import { createBlueprints } from "../../../src/seeds/overlay/scenarios.ts";
import type { Layer } from "../../../src/seeds/resolve/layer.ts";
import { formatSnapshot } from "../../../src/seeds/write/snapshot.ts";
import { anySeeds } from "../any-seeds.ts";
import { load, loadAll, NOW, SHOP } from "../load.ts";

/** Every order there is, in the order of the seeds. */
const ordersOf = ({ orders, orderIds }: Layer): Order[] =>
  orders().flatMap((series) =>
    Array.from({ length: series.repeat.times }, (_, index) => orderAt(series, index, orderIds())),
  );

const listsOf = ({ merchants, listOrders, listProducts }: Layer) =>
  merchants.map((merchant) => [listOrders(merchant), listProducts(merchant).items.map(identityOf)]);

/** Changes an order of a layer as the control API does. */
function change(layer: Layer, id: string, fields: Partial<Order>): Layer {
  const place = findOrder(layer, id);
  if (place === undefined) throw new Error(`there is no order ${id}`);
  return lay(layer, { orders: [{ ...fields, id }] }, isolateOrder(layer, place));
}

/** Lays a change over a layer, or over other entries that say the same. */
function lay(layer: Layer, overlay: unknown, entries = layer.source.entries): Layer {
  const changed = changeLayer({ layer, entries, overlay, path: "change", now: NOW, runs: true });
  if (changed.layer === undefined) throw new Error(formatDiagnostics(changed.diagnostics));
  return changed.layer;
}

const layerOf = (orders: string): Layer => loadAll(`${SHOP}orders:\n${orders}`).base;

const snapshotOf = (layer: Layer) =>
  formatSnapshot({
    ...layer,
    world: "mine",
    now: NOW,
    keys: [...layer.keys.values()],
    products: [...layer.products.values()],
  });

/** Loads the snapshot of a layer. */
async function reload(layer: Layer): Promise<Layer> {
  const text = await snapshotOf(layer);
  const { seeds, diagnostics } = load(text);
  if (seeds === undefined) throw new Error(formatDiagnostics(diagnostics));
  return createBlueprints(seeds, { now: NOW }).base;
}

const REPEATED = [
  ["with a ref", 'ref: "r-{n}", '],
  ["without a ref", ""],
] as const;

describe("of repeated orders", () => {
  test.each(
    REPEATED.flatMap(([name, ref]) => [0, 1, 5, 8, 9].map((index) => [name, index, ref] as const)),
  )("%s, no. %d alone changes", (_name, index, ref) => {
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
    expect(after.orders().length).toBe(
      layer.orders().length + (index === 0 || index === 9 ? 1 : 2),
    );
  });

  test("a change of each leaves as many entries as there are orders, in any order", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 8, every: 1s } }',
    );
    const ids = ordersOf(layer).map(({ id }) => id);
    const changed = [3, 4, 0, 7, 2, 1, 6, 5, 3, 3].reduce(
      (state, n) => change(state, ids[n] ?? "", { state: `S${n}` }),
      layer,
    );
    expect(ordersOf(changed)).toEqual(
      ordersOf(layer).map((order, n) => ({ ...order, state: `S${n}` })),
    );
    expect(changed.orders()).toHaveLength(8);
  });

  test("all that has the ref is changed by it, and taken out", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 8, every: 1s } }',
    );
    const before = ordersOf(layer);
    const parted = [3, 0].reduce(
      (state, n) => change(state, before[n]?.id ?? "", { state: "X" }),
      layer,
    );
    const named = { ref: "r{n}" };
    const changed = lay(parted, { orders: [{ ...named, state: "Y" }] });
    expect(ordersOf(changed)).toEqual(before.map((order) => ({ ...order, state: "Y" })));
    expect(ordersOf(lay(parted, { orders: [{ ...named, remove: true }] }))).toEqual([]);
  });

  describe("one of which was changed", () => {
    const layer = layerOf(
      '  - { product: ATLAS-1, ref: "r{n}", amountMinor: "{n}", createdAt: now-1d, repeat: { times: 4, every: 1s } }',
    );
    const [, { id } = { id: "" }] = ordersOf(layer);
    const parted = change(layer, id, { state: "X" });

    test("are changed by their ref, but for it where the same names it by its id", () => {
      const orders = [
        { ref: "r{n}", state: "ALL" },
        { id, state: "ONE" },
      ];
      expect(ordersOf(lay(parted, { orders })).map(({ state }) => state)).toEqual([
        "ALL",
        "ONE",
        "ALL",
        "ALL",
      ]);
      expect(ordersOf(lay(parted, { orders: orders.toReversed() }))).toEqual(
        ordersOf(lay(parted, { orders })),
      );
    });

    test.each([
      ["createdAt", { createdAt: "now" }],
      ["repeat", { repeat: { times: 9, every: "1h" } }],
    ])("are refused another %s together", (field, fields) => {
      expect(() => lay(parted, { orders: [{ ref: "r{n}", ...fields }] })).toThrow(
        `each part of this series has its own \`${field}\`, as an order between them was changed`,
      );
    });

    test("have `{n}` stand for its number in it", () => {
      const [, changed] = ordersOf(change(parted, id, { state: "N{n}" }));
      expect(changed).toMatchObject({ id, state: "N2" });
    });
  });

  test("parts of a second apart keep their digits", () => {
    for (const [time, every] of [
      [".5", "1500ms"],
      ["", "1500ms"],
      [".25", "1ms"],
      [".5", "2s"],
      [".123456789", "1ms"],
      [".0", "250ms"],
    ]) {
      const layer = layerOf(
        `  - { product: ATLAS-1, amountMinor: 1, createdAt: "2026-10-17T09:00:00${time}Z", repeat: { times: 9, every: ${every} } }`,
      );
      const before = ordersOf(layer);
      for (const [n, { id }] of before.entries()) {
        const after = ordersOf(change(layer, id, { state: "X" }));
        expect(after).toEqual(
          before.map((order, at) => (at === n ? { ...order, state: "X" } : order)),
        );
      }
    }
  });

  test("a million are changed one at a time, and the rest stays as short", () => {
    const layer = layerOf(
      "  - { product: ATLAS-1, amountMinor: 1, createdAt: now-30d, repeat: { times: 1000000, every: 1s } }",
    );
    const [series] = layer.orders();
    const wanted = series && orderAt(series, 999_980, layer.orderIds());
    const after = change(layer, wanted?.id ?? "", { state: "X" });
    expect(after.orders().map(({ repeat }) => repeat.times)).toEqual([999_980, 1, 19]);
    expect(after.orderCount).toBe(1_000_000);
  });
});

test("an order that follows its product's currency goes on to do so", () => {
  const layer = layerOf(`
  - { product: ATLAS-1, amountMinor: 1, createdAt: now }
  - { product: ATLAS-1, currency: CHF, amountMinor: 2, createdAt: now }
`);
  const changed = ordersOf(layer).reduce(
    (state, { id }) => change(state, id, { state: "X" }),
    layer,
  );
  expect(changed.source.entries.orders().map(({ seed }) => seed.currency)).toEqual([
    undefined,
    "CHF",
  ]);
});

test("an order keeps the ref by which a scenario or a test may name it", () => {
  const layer = layerOf("  - { product: ATLAS-1, ref: mine, amountMinor: 1, createdAt: now }");
  const [order] = ordersOf(layer);
  const changed = change(layer, order?.id ?? "", { state: "X" });
  expect(changed.source.entries.orders().map(({ seed }) => [seed.ref, seed.id])).toEqual([
    ["mine", order?.id],
  ]);
});

describe("whatever the seeds", () => {
  const picks = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 });
  const scenario = fc.constantFrom(undefined, "other");

  test("exactly the orders that are changed change, and the snapshot says so too", async () => {
    await fc.assert(
      fc.asyncProperty(anySeeds, scenario, picks, async ({ texts, overrides }, name, places) => {
        const blueprints = loadAll(texts, overrides);
        const layer = (name && blueprints.ofScenario(name)) ?? blueprints.base;
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
      { numRuns: 150 },
    );
  });

  test("taken out and not changed, all answers are byte for byte the same", () => {
    fc.assert(
      fc.property(anySeeds, picks, ({ texts, overrides }, places) => {
        const layer = loadAll(texts, overrides).base;
        const before = ordersOf(layer);
        if (before.length === 0) return;
        const after = places.reduce(
          (state, place) => change(state, before[place % before.length]?.id ?? "", {}),
          layer,
        );
        expect(listsOf(after)).toEqual(listsOf(layer));
        expect(after.orderCount).toBe(layer.orderCount);
      }),
      { numRuns: 150 },
    );
  });

  test("every order is found by its id, where it stands, and no other id is", () => {
    fc.assert(
      fc.property(anySeeds, fc.uuid(), ({ texts, overrides }, other) => {
        const layer = loadAll(texts, overrides).base;
        for (const [at, series] of layer.orders().entries()) {
          for (let index = 0; index < series.repeat.times; index++) {
            expect(findOrder(layer, orderAt(series, index, layer.orderIds()).id)).toEqual({
              at,
              index,
            });
          }
        }
        expect(findOrder(layer, other)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
