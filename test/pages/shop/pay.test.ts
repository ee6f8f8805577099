// The order of a form, asked for by two requests in the very same moment.
import { expect, test } from "bun:test";
import { findPaid, pay } from "../../../src/pages/shop/pay.ts";
import { IDS } from "../../support/sandbox.ts";
import { shop } from "./shop.ts";

test("of two payments of one form at once, one creates the order, and the other finds it", async () => {
  const made = shop();
  const world = made.worlds.default;
  const product = world.findProduct(IDS.atlas);
  if (product === undefined) throw new TypeError("the shop sells no atlas");
  const [first, second] = [1, 2].map((quantity) =>
    pay(world, product, "form", { quantity, state: "PAID" }),
  );
  expect(first).toMatchObject({ amountMinor: "4900", quantity: 1 });
  expect([second, findPaid(world, IDS.atlas, "form")]).toEqual([first, first]);
  expect(await made.orders()).toHaveLength(2);
});
