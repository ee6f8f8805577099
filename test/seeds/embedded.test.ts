import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { formatDiagnostics } from "../../src/seeds/diagnostic.ts";
import { EMBEDDED_SEEDS } from "../../src/seeds/embedded.ts";
import { loadSeeds } from "../../src/seeds/load.ts";
import { NOW } from "./load.ts";

const { blueprint, diagnostics } = loadSeeds({ files: EMBEDDED_SEEDS, now: NOW });
if (blueprint === undefined) throw new Error(formatDiagnostics(diagnostics));
const { merchants, keys, products, orderCount } = blueprint;

describe("the embedded seeds", () => {
  test("load without a diagnostic", () => {
    expect(diagnostics).toEqual([]);
  });

  test("load at any time", () => {
    const load = (time: string) => loadSeeds({ files: EMBEDDED_SEEDS, now: Date.parse(time) });
    for (const time of ["2024-03-01T00:00:00Z", "9000-01-01T00:00:00Z"]) {
      expect(load(time).diagnostics).toEqual([]);
    }
    // Before then, the one order with a date lies in the future.
    for (const time of ["1970-01-01T00:00:00Z", "2000-02-29T23:59:59Z"]) {
      const { blueprint, diagnostics } = load(time);
      expect(blueprint).toBeDefined();
      expect(diagnostics).toMatchObject([{ severity: "warning", code: "future-order" }]);
    }
  });

  test("are the files of the seeds directory, all of them", () => {
    const directory = join(import.meta.dir, "../../seeds");
    const names = readdirSync(directory).filter((name) => name.endsWith(".yaml"));
    expect(EMBEDDED_SEEDS.map(({ path }) => path).toSorted()).toEqual(names.toSorted());
    for (const { path, text } of EMBEDDED_SEEDS) {
      expect(readFileSync(join(directory, path), "utf8")).toBe(text);
    }
  });

  test("hold three merchants and what is theirs", () => {
    const counts = merchants.map((merchant) => ({
      merchant: merchant.name,
      keys: [...keys.values()].filter((key) => key.merchant === merchant).length,
      products: blueprint.listProducts(merchant).total,
      orders: blueprint.listOrders(merchant).total,
    }));
    expect(counts).toEqual([
      { merchant: "Acme Books", keys: 9, products: 11, orders: 96 },
      { merchant: "Ember & Oak Coffee", keys: 2, products: 4, orders: 38 },
      { merchant: "Blue Kiln Ceramics", keys: 1, products: 1, orders: 0 },
    ]);
    expect([keys.size, products.size, orderCount]).toEqual([12, 16, 134]);
  });

  test("are answered as the document says", () => {
    for (const merchant of merchants) {
      const listed = (json: string): unknown => JSON.parse(json);
      v.parse(ENDPOINTS.products.response, listed(blueprint.listProducts(merchant).json));
      v.parse(ENDPOINTS.orders.response, listed(blueprint.listOrders(merchant).json));
    }
  });

  test("hold a key for each answer", () => {
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
      for (const { createdAt } of blueprint.listOrders(merchant).items) {
        expect(Date.parse(createdAt)).toBeLessThanOrEqual(NOW);
      }
    }
  });
});
