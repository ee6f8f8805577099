// A series and one of its orders, changed by one overlay or one after the other; and how many orders a change may make.
import { describe, expect, test } from "bun:test";
import { createSaver, readSavedWorld } from "../../src/persist/save-parts.ts";
import { applyOverlay } from "../../src/seeds/overlay/apply.ts";
import { groupOrders } from "../../src/seeds/write/group-orders.ts";
import { addOrder } from "../../src/world/changes/orders.ts";
import { changeWorld } from "../../src/world/changes/overlay.ts";
import { createWorld, type World } from "../../src/world/world.ts";
import { loadAll, NOW, SHOP } from "../seeds/load.ts";

const system = () => NOW;

const SERIES = `${SHOP}orders:
  - { ref: "b-{n}", product: ATLAS-1, amountMinor: 100, createdAt: now-9d, repeat: { times: 4, every: 1d } }
`;

const worldOf = (text: string): World => createWorld("w", loadAll(text).base, system);

const show = ({ state }: World) =>
  state.orders.map(({ ref, ...order }) => `${ref} ${order.state} ${order.amountMinor}`);

/** Saves a world until its log is compacted, and applies one more change. */
function compact(world: World, then: () => void): Map<string, string> {
  const parts = new Map<string, string>();
  const saver = createSaver(
    () => world,
    (part, json) => void (json === undefined ? parts.delete(part) : parts.set(part, json)),
  );
  saver.save();
  for (let number = 0; number <= 100; number++) {
    changeWorld(world, { products: [{ publicCode: "ATLAS-1", title: `Atlas ${number}` }] });
  }
  saver.save();
  expect([...parts.keys()].toSorted()).toEqual(["record", "snapshot"]);
  then();
  saver.save();
  return parts;
}

describe("a series and one of its orders", () => {
  test("are changed by one overlay, in any order, and the order has both", () => {
    const series = { ref: "b-{n}", state: "REFUNDED" };
    const order = { ref: "b-3", amountMinor: 5 };
    const expected = ["b-1 REFUNDED 100", "b-2 REFUNDED 100", "b-3 REFUNDED 5", "b-4 REFUNDED 100"];
    for (const orders of [
      [series, order],
      [order, series],
    ]) {
      const world = worldOf(SERIES);
      changeWorld(world, { orders });
      expect(show(world)).toEqual(expected);
      // And the series can still be moved as one.
      changeWorld(world, { orders: [{ ref: "b-{n}", createdAt: "now-1d" }] });
      expect(world.state.orders.map(({ ref }) => ref)).toEqual(["b-1", "b-2", "b-3", "b-4"]);
    }
  });

  test("are changed by one overlay that makes the series longer", () => {
    const world = worldOf(SERIES);
    const series = { ref: "b-{n}", repeat: { times: 5, every: "1d" } };
    changeWorld(world, { orders: [series, { ref: "b-3", amountMinor: 5 }] });
    expect(show(world)).toEqual([
      "b-1 PAID 100",
      "b-2 PAID 100",
      "b-3 PAID 5",
      "b-4 PAID 100",
      "b-5 PAID 100",
    ]);
  });

  test("are still that after a world was saved with a snapshot, and the series is changed by its ref", () => {
    const world = worldOf(SERIES);
    changeWorld(world, { orders: [{ ref: "b-3", amountMinor: 5 }] });
    const parts = compact(world, () =>
      changeWorld(world, { orders: [{ ref: "b-{n}", state: "REFUNDED" }] }),
    );
    const restored = readSavedWorld("w", world.layer, system, parts);
    expect(show(restored)).toEqual(show(world));
    const [merchant] = restored.state.merchants.values();
    const [same] = world.state.merchants.values();
    if (!merchant || !same) throw new TypeError("the seeds of this test hold no merchant");
    expect(restored.listOrders(merchant)).toEqual(world.listOrders(same));
  });
});

test.each(["b-{n}", "b-3"])(
  "no order is added under the name of a series or one of its: %s",
  (ref) => {
    const world = worldOf(SERIES);
    const add = () => addOrder(world, { product: "ATLAS-1", amountMinor: 5, ref });
    expect(add).toThrow(`The order ${ref} already exists. Change it, or use another name.`);
    expect(show(world)).toEqual(show(worldOf(SERIES)));
  },
);

describe("an invalid change of a series reports the error", () => {
  const messageOf = (...orders: object[]) => {
    try {
      changeWorld(worldOf(SERIES), { orders });
    } catch (error) {
      return error instanceof Error ? error.message : undefined;
    }
  };

  test("once, if it gives all its orders one id", () => {
    expect(messageOf({ ref: "b-{n}", id: crypto.randomUUID() })).toBe(
      "/orders/0/id error: repeated orders can't share an `id`; give a `ref` with `{n}` in it [bad-repeat]\n\n1 error",
    );
  });

  test("if it names an unknown one, with the name of the series", () => {
    expect(messageOf({ ref: "b-{m}", state: "X" })).toContain("Did you mean `b-{n}`?");
  });

  test("if an overlay changes it twice, with the location of the first", () => {
    const change = { ref: "b-{n}", state: "X" };
    expect(messageOf(change, { ...change })).toContain(
      "this order is already changed at /orders/0",
    );
  });
});

test("a series that was changed as a whole is still written as one entry", () => {
  const world = worldOf(SERIES);
  changeWorld(world, { orders: [{ ref: "b-{n}", state: "REFUNDED" }] });
  expect(groupOrders(world.state.source.resolvedOrders()).length).toBe(1);
});

test("a series of which one order was moved to its beginning is not written as one entry", () => {
  const { base } = loadAll(SERIES);
  const value = { orders: [{ ref: "b-3", createdAt: "now-9d" }] };
  const show = (pointer: string) => pointer;
  const { layer } = applyOverlay(base, { value, show, now: NOW, running: false });
  expect(layer && groupOrders(layer.source.resolvedOrders()).length).toBe(4);
});

test("no change of a series creates more orders than seeds may have", () => {
  const longer = { repeat: { times: 60_000, every: "1m" } };
  const world = worldOf(
    `${SERIES}${SERIES.slice(SERIES.indexOf("  - { ref")).replace("b-", "c-")}`,
  );
  const before = show(world);
  expect(() =>
    changeWorld(world, { orders: ["b", "c"].map((name) => ({ ref: `${name}-{n}`, ...longer })) }),
  ).toThrow("/orders/1/repeat error: more than 100000 orders with this entry");
  changeWorld(world, { orders: [{ ref: "b-{n}", ...longer }] });
  expect(() => changeWorld(world, { orders: [{ ref: "c-{n}", ...longer }] })).toThrow(
    "/orders/0/repeat error: more than 100000 orders with this entry",
  );
  expect(before.length).toBe(8);
  expect(world.state.orders.length).toBe(60_004);
});
