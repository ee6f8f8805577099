// Orders that are put away answer as those that are not, and are read only where that can't be helped.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { orderAt } from "../../../src/model/orders.ts";
import { changeLayer } from "../../../src/seeds/overlay/apply.ts";
import { createBlueprints } from "../../../src/seeds/overlay/scenarios.ts";
import { ordersOf, shelfOf } from "../../../src/seeds/overlay/shelf.ts";
import { shelveMany, shelveOrders } from "../../../src/seeds/overlay/shelve-orders.ts";
import type { Seeds } from "../../../src/seeds/read/entries.ts";
import type { Layer } from "../../../src/seeds/resolve/layer.ts";
import { anySeeds } from "../any-seeds.ts";
import { BASE, contentOf } from "../lay.ts";
import { load, NOW, SHOP } from "../load.ts";

const OPTIONS = { now: NOW };

function seedsOf(texts: Parameters<typeof load>[0]): Seeds {
  const { seeds } = load(texts);
  if (seeds === undefined) throw new Error("the seeds of this test have a mistake");
  return seeds;
}

/** So many orders of one product, a scenario that changes one and one that sets the clock. */
const manyTexts = (count: number) => ({
  "shop.yaml": `${SHOP}keys: [{ key: mst_acme_full, merchant: acme }]\n`,
  "orders.yaml": `orders:\n${Array.from(
    { length: count },
    (_, n) => `  - { product: ATLAS-1, ref: r${n}, amountMinor: ${n}, createdAt: now-${n}m }\n`,
  ).join("")}`,
  "scenarios/refunded.yaml": "orders: [{ ref: r7, refundedMinor: 7 }]\n",
  "scenarios/frozen.yaml":
    'settings: { clock: { now: "2026-01-01T00:00:00Z", frozen: true }, listOrder: oldest }\n',
  "scenarios/keyless.yaml": "keys: [{ key: mst_acme_full, remove: true }]\n",
});

/** Puts orders away, and takes them over as from a worker. */
function shelved(seeds: Seeds): Seeds {
  return JSON.parse(JSON.stringify(shelveOrders(seeds, OPTIONS)));
}

/** Makes the base of seeds whose shelf tells when it is read. */
function watched(seeds: Seeds): { readonly base: Layer; reads(): number } {
  const shelf = shelfOf(seeds.base);
  let count = 0;
  const orders = {
    ...shelf,
    get text() {
      count++;
      return shelf?.text ?? "";
    },
  };
  const { base } = createBlueprints(
    { ...seeds, base: { ...seeds.base, orders } as Seeds["base"] },
    OPTIONS,
  );
  return { base, reads: () => count };
}

const everyOrder = ({ orders, orderIds }: Layer) =>
  orders().flatMap((series) =>
    Array.from({ length: series.repeat.times }, (_, n) => orderAt(series, n, orderIds())),
  );

describe("orders that are put away", () => {
  test("answer as they did, in the base and in scenarios", () => {
    const seeds = seedsOf(manyTexts(300));
    const [plain, put] = [seeds, shelved(seeds)].map((each) => createBlueprints(each, OPTIONS));
    expect(shelfOf(shelved(seeds).base)?.count).toBe(300);
    for (const name of ["refunded", "frozen", "keyless"]) {
      const [before, after] = [plain?.ofScenario(name), put?.ofScenario(name)];
      expect(after && contentOf(after)).toEqual(before && contentOf(before));
      expect(after?.orderCount).toBe(300);
    }
    expect(put && contentOf(put.base)).toEqual(plain && contentOf(plain.base));
    expect(put && everyOrder(put.base)).toEqual(plain ? everyOrder(plain.base) : []);
  });

  test("answer as they did, whatever the seeds", () => {
    fc.assert(
      fc.property(anySeeds, ({ texts, overrides }) => {
        const { seeds } = load(texts, overrides);
        if (seeds === undefined) return;
        const options = { now: NOW, overrides };
        const put = JSON.parse(JSON.stringify(shelveOrders(seeds, options)));
        const [before, after] = [seeds, put].map((each) => createBlueprints(each, options).base);
        expect(after && contentOf(after)).toEqual(before && contentOf(before));
        expect(after && everyOrder(after)).toEqual(before ? everyOrder(before) : []);
      }),
      { numRuns: 100 },
    );
  });

  test("are not read to list them, to count them or to lay a key over them, but to change one", () => {
    const { base, reads } = watched(shelved(seedsOf(manyTexts(300))));
    const lists = base.merchants.map((merchant) => base.listOrders(merchant).total);
    const lay = (overlay: unknown) =>
      changeLayer({ layer: base, overlay, path: "change", now: NOW, runs: true }).layer;
    const keyed = lay({ keys: [{ key: "mst_of_a_test", merchant: "acme" }] });
    expect([base.orderCount, lists, keyed?.orders, reads()]).toEqual([300, [300], base.orders, 0]);
    const refunded = lay({ orders: [{ ref: "r7", refundedMinor: 7 }] });
    expect(refunded && everyOrder(refunded)[7]?.refundedMinor).toBe("7");
    lay({ orders: [{ ref: "r8", refundedMinor: 8 }] });
    expect(reads()).toBe(1);
  });

  test("keep where they are written", () => {
    const seeds = seedsOf(manyTexts(300));
    expect(ordersOf(shelved(seeds).base)).toEqual(ordersOf(seeds.base));
  });

  test("are many, and of few merchants", () => {
    const manyOf = (merchants: number) =>
      seedsOf({
        "shop.yaml": [
          "merchants:",
          ...Array.from({ length: merchants }, (_, n) => `  - { slug: m${n} }`),
          "keys:",
          ...Array.from(
            { length: merchants },
            (_, n) => `  - { key: mst_of_${n}, merchant: m${n} }`,
          ),
          "products:",
          ...Array.from(
            { length: merchants },
            (_, n) => `  - { publicCode: P${n}, merchant: m${n}, currency: EUR }`,
          ),
          "orders:",
          ...Array.from(
            { length: 10_000 },
            (_, n) => `  - { product: P${n % merchants}, amountMinor: 1, createdAt: now }`,
          ),
        ].join("\n"),
      });
    const [one, all, few] = [manyOf(40), manyOf(41), seedsOf({ "base.yaml": BASE })];
    expect(shelfOf(shelveMany(one, OPTIONS).base)?.count).toBe(10_000);
    expect(shelveMany(all, OPTIONS)).toBe(all);
    expect(shelveMany(few, OPTIONS)).toBe(few);
  });
});
