import { describe, expect, test } from "bun:test";
import { identityOf } from "../../src/contract/endpoints/products.ts";
import { listOrders, loadFine, NOW } from "./load.ts";

const MINIMAL = `
merchants:
  - slug: acme
keys:
  - key: mst_acme_full
    merchant: acme
products:
  - publicCode: ATLAS-1
    merchant: acme
    currency: EUR
orders:
  - product: ATLAS-1
    amountMinor: 4900
    createdAt: now
`;

const FULL = `
merchants:
  - slug: acme
    name: Acme Books
    id: aaaaaaaa-0000-4000-8000-000000000001
    sandboxAccess: false
keys:
  - key: mst_acme_full
    merchant: acme
    scopes: [orders:read, catalog:read, orders:read]
    status: revoked
    expiresAt: now+90d
    sandboxAccess: false
    rateLimit: { capacity: 5, refillPerSecond: 0.5 }
products:
  - publicCode: ATLAS-1
    merchant: acme
    id: a71a5000-0000-4000-8000-000000000001
    status: DRAFT
    currency: EUR
    version: -4
    title: A World Atlas
    priceMinor: "4900"
orders:
  - product: ATLAS-1
    id: 0de70000-0000-4000-8000-000000000001
    ref: first
    state: REFUNDED
    currency: USD
    amountMinor: "4900"
    refundedMinor: "4900"
    createdAt: 2026-10-01T12:00:00.5+02:00
`;

describe("an entry with only the required fields", () => {
  const blueprint = loadFine(MINIMAL);
  const [merchant] = blueprint.merchants;
  if (merchant === undefined) throw new Error("there is a merchant");

  test("is a merchant named by its slug, with sandbox access", () => {
    expect(merchant).toEqual({
      slug: "acme",
      name: "acme",
      id: "34c2fa96-319c-5b87-8de7-a8ca2adca3c2",
      sandboxAccess: true,
      origin: "seeds.yaml:3",
    });
  });

  test("is an active key of all scopes that never expires", () => {
    expect([...blueprint.keys]).toEqual([
      [
        "mst_acme_full",
        {
          key: "mst_acme_full",
          merchant,
          scopes: ["catalog:read", "orders:read", "checkout:links"],
          status: "active",
          expiresAt: undefined,
          sandboxAccess: true,
          rateLimit: undefined,
          origin: "seeds.yaml:5",
        },
      ],
    ]);
  });

  test("is the first version of a published product", () => {
    const id = "cda3c128-1c63-5c97-854c-1f562610282e";
    const identity = {
      id,
      publicCode: "ATLAS-1",
      status: "PUBLISHED",
      currency: "EUR",
      version: 1,
    };
    const hidden = { merchant, title: undefined, priceMinor: undefined, origin: "seeds.yaml:8" };
    expect([...blueprint.products]).toEqual([[id, { ...identity, ...hidden }]]);
    expect(blueprint.listProducts(merchant).items.map(identityOf)).toEqual([identity]);
  });

  test("is a paid order in the product's currency, nothing of it refunded", () => {
    expect(listOrders(blueprint)).toEqual([
      {
        id: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
        productId: "cda3c128-1c63-5c97-854c-1f562610282e",
        state: "PAID",
        currency: "EUR",
        amountMinor: "4900",
        refundedMinor: "0",
        createdAt: "2026-10-17T09:00:00.000Z",
      },
    ]);
  });
});

describe("an entry with every field", () => {
  const blueprint = loadFine(FULL);
  const [merchant] = blueprint.merchants;
  if (merchant === undefined) throw new Error("there is a merchant");

  test("is the merchant as written", () => {
    expect(merchant).toEqual({
      slug: "acme",
      name: "Acme Books",
      id: "aaaaaaaa-0000-4000-8000-000000000001",
      sandboxAccess: false,
      origin: "seeds.yaml:3",
    });
  });

  test("is the key as written, each scope once", () => {
    expect(blueprint.keys.get("mst_acme_full")).toEqual({
      key: "mst_acme_full",
      merchant,
      scopes: ["orders:read", "catalog:read"],
      status: "revoked",
      expiresAt: NOW + 90 * 86_400_000,
      sandboxAccess: false,
      rateLimit: { capacity: 5, refillPerSecond: 0.5 },
      origin: "seeds.yaml:8",
    });
  });

  test("is the product as written", () => {
    expect(blueprint.products.get("a71a5000-0000-4000-8000-000000000001")).toEqual({
      id: "a71a5000-0000-4000-8000-000000000001",
      publicCode: "ATLAS-1",
      status: "DRAFT",
      currency: "EUR",
      version: -4,
      merchant,
      title: "A World Atlas",
      priceMinor: "4900",
      origin: "seeds.yaml:16",
    });
  });

  test("is the order as written, its time in UTC", () => {
    expect(listOrders(blueprint)).toEqual([
      {
        id: "0de70000-0000-4000-8000-000000000001",
        productId: "a71a5000-0000-4000-8000-000000000001",
        state: "REFUNDED",
        currency: "USD",
        amountMinor: "4900",
        refundedMinor: "4900",
        createdAt: "2026-10-01T10:00:00.5Z",
      },
    ]);
  });
});

test("a key may have no scopes", () => {
  const blueprint = loadFine(
    MINIMAL.replace("    merchant: acme\nproducts", "    merchant: acme\n    scopes: []\nproducts"),
  );
  expect(blueprint.keys.get("mst_acme_full")?.scopes).toEqual([]);
});

test("seeds may be empty", () => {
  const blueprint = loadFine("");
  expect(blueprint.merchants).toEqual([]);
  expect(blueprint.keys.size + blueprint.products.size + blueprint.orderCount).toBe(0);
});
