// What the examples of a description are about: things that a world has, so that a line which is pasted
// works.
import type { World } from "../world/world.ts";
import type { ExampleNames, Remote } from "./operation.ts";

/** Names things in a world. */
export function namesIn(world: World, scenarios: ReturnType<Remote["scenarios"]>): ExampleNames {
  const { merchants, keys, products } = world.state;
  const [product] = products.values();
  const [order] = merchants.flatMap((merchant) => world.listOrders(merchant).items);
  return {
    world: world.name,
    scenario: scenarios[0]?.name,
    merchant: (world.advertisedKey()?.merchant ?? merchants[0])?.slug,
    // Why: what is pasted without a look may drain or revoke it, and most use the first.
    key: [...keys.keys()].at(-1),
    product,
    order: order?.id,
    request: world.journal.newest(),
  };
}
