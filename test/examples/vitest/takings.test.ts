// Tests the client, each test in its own world. If one fails, the report has its requests and why they were rejected.
import type { SeedOverlay } from "merchant-sandbox";
import { test } from "merchant-sandbox/vitest";
import { describe, expect } from "vitest";
import { takings } from "./takings.ts";

const BAKERY: SeedOverlay = {
  merchants: [{ slug: "bakery" }],
  keys: [{ key: "mst_bakery", merchant: "bakery" }],
  products: [
    { publicCode: "RYE-1", merchant: "bakery", currency: "EUR" },
    { publicCode: "BAGEL-1", merchant: "bakery", currency: "USD" },
  ],
  orders: [
    { product: "RYE-1", amountMinor: "450", createdAt: "now-2h" },
    { product: "RYE-1", amountMinor: "900", refundedMinor: "450", createdAt: "now-1h" },
    { product: "RYE-1", amountMinor: "450", state: "PENDING", createdAt: "now-1m" },
    { product: "BAGEL-1", amountMinor: "12345678901234567890", createdAt: "now-1m" },
  ],
};

const inBakery = test.extend({ worldOptions: { seeds: BAKERY } });
const withoutScope = test.extend({ worldOptions: { scenario: "missing-scope" } });

describe.concurrent("the takings", () => {
  inBakery("are what was paid and not paid back, in each currency", async ({ world }) => {
    expect(await takings({ baseUrl: world.baseUrl, apiKey: "mst_bakery" })).toEqual({
      EUR: 900n,
      USD: 12345678901234567890n,
    });
  });

  inBakery("grow by an order", async ({ world }) => {
    await world.orders.add({ product: "RYE-1", amountMinor: "100" });
    const account = { baseUrl: world.baseUrl, apiKey: "mst_bakery" };
    expect(await takings(account)).toMatchObject({ EUR: 1_000n });
  });

  withoutScope("are kept from a key that may not read orders", async ({ world }) => {
    await expect(takings(world)).rejects.toThrow("The key may not read orders.");
    const [rejected] = world.requests({ status: 403 });
    expect(rejected?.why).toContain("has no scope orders:read");
  });

  test("are not shown to an expired key", async ({ world }) => {
    const account = { baseUrl: world.baseUrl, apiKey: "mst_acme_expiring" };
    expect(await takings(account)).toMatchObject({ EUR: expect.any(BigInt) });
    world.clock.advance("91d");
    await expect(takings(account)).rejects.toThrow("No orders: 401");
  });

  test("are unknown while the service is down, and known again afterwards", async ({ world }) => {
    await world.faults.set([{ respond: 503, times: 1 }]);
    await expect(takings(world)).rejects.toThrow("No orders: 503");
    expect(await takings(world)).toMatchObject({ EUR: expect.any(BigInt) });
  });
});
