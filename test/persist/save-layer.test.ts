// A layer that is saved as what it is over another is restored to the same.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { restoreBlueprint } from "../../src/persist/restore-layer.ts";
import { saveBlueprint } from "../../src/persist/save-layer.ts";
import { createBlueprints } from "../../src/seeds/overlay/scenarios.ts";
import { shelveOrders } from "../../src/seeds/overlay/shelve-orders.ts";
import { createLayerOver, type Layer } from "../../src/seeds/resolve/layer.ts";
import { resolveSeeds } from "../../src/seeds/resolve/resolve-seeds.ts";
import { anySeeds } from "../seeds/any-seeds.ts";
import { BASE, contentOf } from "../seeds/lay.ts";
import { load, NOW } from "../seeds/load.ts";

/** Saves a layer over another, and restores it through JSON. */
const again = (layer: Layer, over: Layer) =>
  restoreBlueprint(new Map(JSON.parse(JSON.stringify([...saveBlueprint(layer, over)]))), over);

const ordersOf = ({ orders }: Layer) =>
  orders().map(({ seed, before, ms, repeat }) => ({ seed, before, ms, repeat }));

function layersOf(...given: Parameters<typeof load>) {
  const { seeds } = load(...given);
  if (seeds === undefined) throw new TypeError("the seeds of this test have a mistake");
  const options = { now: NOW, overrides: given[1] ?? {} };
  return [seeds, shelveOrders(seeds, options)].map((each) => createBlueprints(each, options));
}

describe("as it was saved is restored", () => {
  test("a scenario over its base, whatever the seeds, and where orders are put away", () => {
    fc.assert(
      fc.property(anySeeds, ({ texts, overrides }) => {
        for (const { base, ofScenario } of layersOf(texts, overrides)) {
          const layer = ofScenario("other");
          if (layer === undefined) throw new TypeError("there is no such scenario");
          const restored = again(layer, base);
          expect(contentOf(restored)).toEqual(contentOf(layer));
          expect(ordersOf(restored)).toEqual(ordersOf(layer));
          expect(restored.source.entries.faults).toEqual(layer.source.entries.faults);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a layer whose entries stand in another order", () => {
    const [{ base } = {}] = layersOf(BASE);
    if (base === undefined) throw new TypeError("there is no base");
    const { entries, options } = base.source;
    const [first, ...others] = entries.products;
    const [second, ...rest] = others;
    if (!(first && second)) throw new TypeError("the seeds of this test lack a product");
    const products = [second, first, ...rest];
    const layer = createLayerOver(base, resolveSeeds({ ...entries, products }, options));
    const ids = ({ products: restored }: Layer) => [...restored.keys()];
    expect(ids(again(layer, base))).toEqual(ids(layer));
    expect(ids(layer)).not.toEqual(ids(base));
  });

  test("the layer beneath, which needs no part", () => {
    const [{ base } = {}] = layersOf(BASE);
    if (base === undefined) throw new TypeError("there is no base");
    expect([...saveBlueprint(base, base)]).toEqual([]);
    expect(again(base, base)).toBe(base);
  });
});
