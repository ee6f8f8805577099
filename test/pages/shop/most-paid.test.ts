// The checkout needs no key, so the number of its orders in a world is limited. The control API may add more.
import { expect, test } from "bun:test";
import { SHOP, shop } from "./shop.ts";

test("the checkout creates at most 10,000 orders in a world", async () => {
  const many =
    "  - { product: ATLAS-1, ref: 'checkout-{n}', amountMinor: 1, createdAt: now-1d, repeat: { times: 9999, every: 1s } }\n";
  const made = shop({ seeds: SHOP.replace("settings:", `${many}settings:`) });
  const world = made.handle("default");
  expect((await made.buy()).text).toContain("Thank you");
  const { status, text } = await made.send(await made.open());
  expect(status).toBe(409);
  expect(text).toContain(
    "The checkout has already created 10000 orders in the world default. Reset the world, or create another. Nothing was paid.",
  );
  await world.orders.add({ product: "ATLAS-1", amountMinor: "1" });
  expect(made.worlds.default.state.orderCount).toBe(10_002);
  world.reset();
  expect((await made.buy()).text).toContain("Thank you");
});
