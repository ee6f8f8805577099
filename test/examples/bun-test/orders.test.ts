// Tests the client against a sandbox in the same process, with a world for each test.
import { expect, test } from "bun:test";
import { inWorld } from "./in-world.ts";
import { KeyRefusedError, listOrders } from "./orders.ts";

test(
  "shows an order as soon as there is one",
  inWorld(async (world) => {
    const { id } = await world.orders.add({ product: "ATLAS-1", amountMinor: "4900" });
    const [newest] = await listOrders(world);
    expect(newest).toMatchObject({ id, state: "PAID", currency: "EUR", amountMinor: "4900" });
  }),
);

test(
  "lists fifty of many orders",
  inWorld(async (world) => {
    const orders = await listOrders(world);
    expect([orders.length, orders[0]?.amountMinor]).toEqual([50, "120"]);
  }, "more-than-fifty-orders"),
);

test(
  "waits as long as Retry-After says if it is too fast",
  inWorld(async (world) => {
    world.clock.freeze();
    const slow = { capacity: 1, refillPerSecond: 0.1 };
    await world.limit({ key: world.apiKey, rateLimit: slow, tokens: 0 });
    // No real waiting: time passes only in this world.
    const waits: number[] = [];
    const orders = await listOrders(world, (seconds) => {
      waits.push(seconds);
      world.clock.advance(`${seconds}s`);
    });
    expect([waits, orders.length]).toEqual([[10], 50]);
  }),
);

test(
  "tries again if the service fails, and gives up at the third failure",
  inWorld(async (world) => {
    await world.faults.set([{ endpoint: "orders", respond: 503, times: 2 }]);
    expect(await listOrders(world, () => {})).toHaveLength(50);
    await world.faults.set([{ endpoint: "orders", respond: 503, times: 3 }]);
    await expect(listOrders(world, () => {})).rejects.toThrow("No orders: 503");
  }),
);

test(
  "stops at once if its key was revoked",
  inWorld(async ({ baseUrl, apiKey, keys, requests }) => {
    await keys.revoke(apiKey);
    await expect(listOrders({ baseUrl, apiKey })).rejects.toThrow(KeyRefusedError);
    // The API does not return the reason. The world's journal has it.
    expect(requests().map(({ status, why }) => [status, why])).toEqual([
      [401, expect.stringContaining("is revoked")],
    ]);
  }),
);
