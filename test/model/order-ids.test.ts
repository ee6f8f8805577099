// Ids of orders that give none: whose they are, that no two are the same, and that each is found again.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { orderAt } from "../../src/model/orders.ts";
import { findOrder } from "../../src/seeds/overlay/find-order.ts";
import type { Layer } from "../../src/seeds/resolve/layer.ts";
import { listOrders, loadAll, SHOP } from "../seeds/load.ts";

const layerOf = (orders: readonly string[]): Layer =>
  loadAll(
    `${SHOP}orders:\n${orders.map((order) => `  - { product: ATLAS-1, ${order} }\n`).join("")}`,
  ).base;

const AGO = "amountMinor: 1, createdAt: now-9d";

/** Every order there is, with its place, in the order of the seeds. */
const ordersOf = (layer: Layer) =>
  layer.orders().flatMap((series, at) =>
    Array.from({ length: series.repeat.times }, (_, index) => ({
      place: { at, index },
      id: orderAt(series, index, layer.orderIds()).id,
    })),
  );

const idsOf = (layer: Layer) => ordersOf(layer).map(({ id }) => id);

const MANY = `${AGO}, repeat: { times: 8, every: 1h }`;
const ONE = `ref: one, ${AGO}`;

/** Ids that are made for orders of the seeds below. */
const MADE = [...idsOf(layerOf([MANY])), ...idsOf(layerOf([`ref: "r{n}", ${MANY}`]))];
const [OF_ONE = ""] = idsOf(layerOf([ONE]));

describe("an id that an order is given", () => {
  test("is made for no other", () => {
    const [first = "", , third] = MADE;
    const [one = "", given, other] = idsOf(
      layerOf([AGO, `id: ${first.toUpperCase()}, ${AGO}`, AGO]),
    );
    expect([given, other]).toEqual([first, third]);
    expect(one).not.toBe(first);
  });

  test("is made for no other, though every id that takes its place is given, too", () => {
    const given: string[] = [];
    const idOfLast = () =>
      idsOf(
        layerOf([...given.map((id) => `ref: r-${id}, id: ${id}, ${AGO}`), `ref: one, ${AGO}`]),
      ).at(-1);
    for (let n = 0; n < 9; n++) given.push(idOfLast() ?? "");
    expect(given[0]).toBe(OF_ONE);
    expect(new Set([...given, idOfLast()]).size).toBe(10);
    expect(idOfLast()).toMatch(/^[\da-f-]{36}$/);
  });

  test("leaves those of all other orders alone", () => {
    // Why: it takes a number itself, and those behind it count on.
    const [, ...alone] = idsOf(layerOf([AGO, MANY]));
    const [, ...beside] = idsOf(layerOf([`id: ${alone[4]}, ${AGO}`, MANY]));
    expect(beside.toSpliced(4, 1)).toEqual(alone.toSpliced(4, 1));
    expect(beside[4]).not.toBe(alone[4]);
  });
});

test("no two orders have one id, and each is found by its own, whatever ids are given", () => {
  const seeds = fc
    .tuple(
      fc.subarray(MADE).map((ids) => ids.map((id) => `id: ${id}, ${AGO}`)),
      fc.array(fc.constantFrom(AGO, MANY), { maxLength: 4 }),
      fc.subarray([
        `ref: "r{n}", ${MANY}`,
        `ref: "r{n}", ${MANY.replace("times: 8", "times: 3, from: 9")}`,
      ]),
      fc.constantFrom([], [ONE], [`id: ${OF_ONE}, ${ONE}`], [ONE, `id: ${OF_ONE}, ${AGO}`]),
    )
    .map((parts) => parts.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }));
  fc.assert(
    fc.property(seeds, (all) => {
      const layer = layerOf(all);
      const orders = ordersOf(layer);
      expect(new Set(orders.map(({ id }) => id)).size).toBe(orders.length);
      expect(orders.map(({ id }) => findOrder(layer, id))).toEqual(
        orders.map(({ place }) => place),
      );
      const others = MADE.filter((made) => !orders.some(({ id }) => id === made));
      expect(others.filter((made) => findOrder(layer, made))).toEqual([]);
    }),
  );
});

describe("of a hundred million repeated orders", () => {
  const layer = layerOf([
    'ref: "r{n}", amountMinor: 1, createdAt: 2020-01-01T00:00:00Z, repeat: { times: 100000000, every: 1s }',
    "amountMinor: 1, createdAt: 2020-01-01T00:00:00Z, repeat: { times: 100000000, every: 1s }",
  ]);
  const [named, counted] = layer.orders();

  test.each([0, 1, 50_000_000, 99_999_999])("no. %d is found by its id", (index) => {
    for (const [at, series] of [named, counted].entries()) {
      const id = series && orderAt(series, index, layer.orderIds()).id;
      expect(findOrder(layer, id ?? "")).toEqual({ at, index });
    }
  });

  test("none has an id that leads nowhere", () => {
    const listed = listOrders(layer)[0]?.id ?? "";
    for (const end of ["000000000000", "ffffffffffff", "000000000001"]) {
      expect(findOrder(layer, listed.slice(0, 24) + end)).toBeUndefined();
    }
    expect(findOrder(layer, "00000000-0000-5000-8000-000000000000")).toBeUndefined();
  });
});
