// Tests the client against the sandbox that start-sandbox.ts starts. Tests run in parallel, because each has its own
// world.
import { describe, expect, test } from "vitest";
import { takings } from "./takings.ts";
import { makeWorld } from "./world.ts";

const BAKERY = {
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

describe.concurrent("the takings", () => {
  test("are what was paid and not paid back, in each currency", async () => {
    const { baseUrl } = await makeWorld({ seeds: BAKERY });
    expect(await takings({ baseUrl, apiKey: "mst_bakery" })).toEqual({
      EUR: 900n,
      USD: 12345678901234567890n,
    });
  });

  test("grow by an order", async () => {
    const { baseUrl, control } = await makeWorld({ seeds: BAKERY });
    await control("POST", "/orders", { product: "RYE-1", amountMinor: "100" });
    expect(await takings({ baseUrl, apiKey: "mst_bakery" })).toMatchObject({ EUR: 1_000n });
  });

  test("are kept from a key that may not read orders", async () => {
    const { baseUrl, control } = await makeWorld({ scenario: "missing-scope" });
    const account = { baseUrl, apiKey: "mst_acme_full" };
    await expect(takings(account)).rejects.toThrow("The key may not read orders.");
    const [{ why }] = await control("GET", "/requests?status=403");
    expect(why).toContain("has no scope orders:read");
  });

  test("are kept from a key that expired", async () => {
    const { baseUrl, control } = await makeWorld();
    const account = { baseUrl, apiKey: "mst_acme_expiring" };
    expect(await takings(account)).toMatchObject({ EUR: expect.any(BigInt) });
    await control("POST", "/clock/advance", { by: "91d" });
    await expect(takings(account)).rejects.toThrow("No orders: 401");
  });

  test("are unknown while the service is down, and known again afterwards", async () => {
    const world = await makeWorld();
    await world.control("PUT", "/faults", [{ respond: 503, times: 1 }]);
    await expect(takings(world)).rejects.toThrow("No orders: 503");
    expect(await takings(world)).toMatchObject({ EUR: expect.any(BigInt) });
  });
});
