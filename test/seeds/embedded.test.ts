import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { compileSeeds } from "../../src/build/embed.ts";
import { identityOf } from "../../src/contract/endpoints/products.ts";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { EMBEDDED } from "../../src/seeds/embedded.ts";
import { resolveSeeds } from "../../src/seeds/overlay/scenarios.ts";
import { EMBEDDED_TEXTS, load, NOW, see } from "./load.ts";

const { base: layer, scenarios } = resolveSeeds(EMBEDDED);
const base = see(layer);
const { merchants, keys, products, orderCount } = base;

describe("the embedded seeds", () => {
  test("are what the seeds directory holds; `npm run build:seeds` makes them so", async () => {
    const root = `${import.meta.dir}/../..`;
    const text = await compileSeeds(`${root}/seeds`);
    expect(await Bun.file(`${root}/src/seeds/embedded.ts`).text()).toBe(text);
  });

  test("load without a diagnostic", () => {
    expect(load(EMBEDDED_TEXTS).diagnostics).toEqual([]);
    expect(scenarios.length).toBe(Object.keys(EMBEDDED_TEXTS).length - 5);
  });

  test("load at any time", () => {
    const loadAt = (time: string) => load(EMBEDDED_TEXTS, {}, Date.parse(time));
    for (const time of ["2024-03-01T00:00:00Z", "9000-01-01T00:00:00Z"]) {
      expect(loadAt(time).diagnostics).toEqual([]);
    }
    // Before then, the one order with a date lies in the future.
    for (const time of ["1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z"]) {
      const { seeds, diagnostics } = loadAt(time);
      expect(seeds).toBeDefined();
      expect(diagnostics).toMatchObject([{ severity: "warning", code: "future-order" }]);
    }
  });

  test("hold three merchants and what is theirs", () => {
    const counts = merchants.map((merchant) => ({
      merchant: merchant.name,
      keys: [...keys.values()].filter((key) => key.merchant === merchant).length,
      products: base.listProducts(merchant).total,
      orders: base.listOrders(merchant).total,
    }));
    expect(counts).toEqual([
      { merchant: "Acme Books", keys: 9, products: 11, orders: 96 },
      { merchant: "Ember & Oak Coffee", keys: 2, products: 4, orders: 38 },
      { merchant: "Blue Kiln Ceramics", keys: 1, products: 1, orders: 0 },
    ]);
    expect([keys.size, products.size, orderCount]).toEqual([12, 16, 134]);
  });

  test("get responses as the specification says", () => {
    for (const merchant of merchants) {
      const products = base.listProducts(merchant).items.map(identityOf);
      v.parse(ENDPOINTS.products.response.schema, products);
      v.parse(ENDPOINTS.orders.response.schema, base.listOrders(merchant).items);
    }
  });

  test("have a key for each response", () => {
    const key = (name: string) => keys.get(name);
    expect(key("mst_acme_full")?.scopes).toHaveLength(3);
    expect(key("mst_acme_readonly")?.scopes).toEqual(["catalog:read", "orders:read"]);
    expect(key("mst_acme_links")?.scopes).toEqual(["checkout:links"]);
    expect(key("mst_acme_noscope")?.scopes).toEqual([]);
    expect(key("mst_acme_limited")?.rateLimit).toEqual({ capacity: 5, refillPerSecond: 1 });
    expect(key("mst_acme_expiring")?.expiresAt).toBe(NOW + 90 * 86_400_000);
    expect(key("mst_acme_expired")?.expiresAt).toBe(NOW - 30 * 86_400_000);
    expect(key("mst_acme_revoked")?.status).toBe("revoked");
    expect(key("mst_acme_noaccess")?.sandboxAccess).toBe(false);
    expect(key("mst_kiln_full")?.merchant.sandboxAccess).toBe(false);
  });

  test("have no order in the future", () => {
    for (const merchant of merchants) {
      for (const { createdAt } of base.listOrders(merchant).items) {
        expect(Date.parse(createdAt)).toBeLessThanOrEqual(NOW);
      }
    }
  });
});
