// An order keeps its amount and its currency from the moment it is made, whatever becomes of its product.
import { expect, test } from "bun:test";
import { IDS } from "../../support/sandbox.ts";
import { SHOP, shop } from "./shop.ts";

test("a product that gets another currency changes no order: in the list, the receipt, the snapshot, and what it loads to", async () => {
  const made = shop();
  const world = made.handle("default");
  world.clock.freeze();
  const bought = await made.buy();
  const before = await made.orders();
  expect(before.map(({ amountMinor, currency }) => [amountMinor, currency])).toEqual([
    ["4900", "EUR"],
    ["4900", "EUR"],
  ]);
  await world.products.change(IDS.atlas, { currency: "JPY", priceMinor: "1" });
  expect(await made.orders()).toEqual(before);
  const { text } = await made.ask(bought.path);
  expect(text).toContain("Amount €49.00");
  const snapshot = await world.snapshot();
  expect(snapshot.match(/currency: EUR/g)).toHaveLength(4);
  expect(await shop({ seeds: snapshot }).orders()).toEqual(before);
  const after = await world.orders.change(before[0]?.id ?? "", { refundedMinor: "100" });
  expect([after.currency, after.amountMinor]).toEqual(["EUR", "4900"]);
  expect((await made.orders())[1]).toEqual(before[1] as never);
  expect((await made.buy()).text).toContain("Amount ¥1");
});

test("a scenario that gives a product another currency gives it to the orders that name none", async () => {
  const scenarios = { yen: "products: [{ publicCode: ATLAS-1, currency: JPY }]" };
  const made = shop({ seeds: SHOP, scenarios });
  const [order] = await made.orders("mst_acme_full", "yen");
  expect([order?.amountMinor, order?.currency]).toEqual(["4900", "JPY"]);
});
