import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { listOrders, loadFine, problems, SHOP } from "../seeds/load.ts";

// The namespace of slugs, spelled out: "merchant" … "sandbox".
const ROOT = "6d657263-6861-4e74-8d73-616e64626f78";

/** UUIDv5 as RFC 9562 §5.5 says. */
function uuid5(name: string, namespace: string): string {
  const hash = createHash("sha1");
  hash.update(Buffer.from(namespace.replaceAll("-", ""), "hex")).update(name, "utf8");
  const bytes = hash.digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [0, 8, 12, 16, 20].map((at, n) => hex.slice(at, [8, 12, 16, 20, 32][n])).join("-");
}

describe("derived ids", () => {
  test("are UUIDv5 of the names, and of an order's number without a name", () => {
    const blueprint = loadFine(`
merchants: [{ slug: acme }]
products: [{ publicCode: GESCHENK KARTE/ÄÖ, merchant: acme, currency: EUR }]
orders:
  - { product: GESCHENK KARTE/ÄÖ, ref: first, amountMinor: 1, createdAt: now }
  - { product: GESCHENK KARTE/ÄÖ, amountMinor: 2, createdAt: now-1d }
  - { product: GESCHENK KARTE/ÄÖ, amountMinor: 3, createdAt: now-2d }
`);
    const acme = uuid5("acme", ROOT);
    const product = uuid5("product:GESCHENK KARTE/ÄÖ", acme);
    expect(blueprint.merchants.map(({ id }) => id)).toEqual([acme]);
    expect([...blueprint.products.keys()]).toEqual([product]);
    expect(listOrders(blueprint).map(({ id }) => id)).toEqual([
      uuid5("order:first", acme),
      uuid5("order:2", product),
      uuid5("order:3", product),
    ]);
  });

  test("are these, on every machine and in every version", () => {
    const blueprint = loadFine(SHOP);
    expect(blueprint.merchants[0]?.id).toBe("34c2fa96-319c-5b87-8de7-a8ca2adca3c2");
    expect([...blueprint.products.keys()]).toEqual(["cda3c128-1c63-5c97-854c-1f562610282e"]);
  });

  test("are the same on every load, whatever the order of the files", () => {
    const files = {
      "a.yaml": "merchants: [{ slug: acme }, { slug: globex }]",
      "b.yaml": `products:
  - { publicCode: A, merchant: acme, currency: EUR }
  - { publicCode: G, merchant: globex, currency: EUR }`,
      "c.yaml": "orders: [{ product: A, ref: first, amountMinor: 1, createdAt: now }]",
      "d.yaml": "orders: [{ product: A, ref: second, amountMinor: 1, createdAt: now }]",
    };
    const ids = (texts: Record<string, string>) => {
      const blueprint = loadFine(texts);
      const merchants = blueprint.merchants.map(({ slug, id }) => `${slug} ${id}`);
      const orders = listOrders(blueprint).map(({ id }) => id);
      return [...merchants, ...blueprint.products.keys(), ...orders].toSorted();
    };
    const reversed = Object.fromEntries(Object.entries(files).toReversed());
    expect(ids(reversed)).toEqual(ids(files));
  });

  test("of orders count within their product, repeated ones included", () => {
    const orders = listOrders(
      loadFine(`
merchants: [{ slug: acme }]
products:
  - { publicCode: A, merchant: acme, currency: EUR }
  - { publicCode: B, merchant: acme, currency: EUR }
orders:
  - { product: A, amountMinor: 1, createdAt: now-9d, repeat: { times: 3, every: 1d } }
  - { product: B, amountMinor: 2, createdAt: now-5d }
  - { product: A, amountMinor: 3, createdAt: now-4d }
`),
    );
    const acme = uuid5("acme", ROOT);
    expect(orders.map(({ id }) => id)).toEqual([
      uuid5("order:4", uuid5("product:A", acme)),
      uuid5("order:1", uuid5("product:B", acme)),
      uuid5("order:3", uuid5("product:A", acme)),
      uuid5("order:2", uuid5("product:A", acme)),
      uuid5("order:1", uuid5("product:A", acme)),
    ]);
  });

  test("follow from an id that is given above them", () => {
    const given = "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d";
    const blueprint = loadFine(
      SHOP.replace("{ slug: acme }", `{ slug: acme, id: ${given.toUpperCase()} }`),
    );
    expect([...blueprint.products.keys()]).toEqual([uuid5("product:ATLAS-1", given)]);
  });

  test("are made of half a surrogate pair too", () => {
    const text = `${SHOP}orders: [{ product: ATLAS-1, ref: "\\ud800", amountMinor: 1, createdAt: now }]`;
    expect(listOrders(loadFine(text))).toHaveLength(1);
  });
});

describe("given ids", () => {
  test("are returned in lower case", () => {
    const blueprint = loadFine(`
merchants: [{ slug: acme, id: AAAAAAAA-0000-4000-8000-00000000000A }]
products:
  - { publicCode: A, merchant: acme, currency: EUR, id: BBBBBBBB-0000-4000-8000-00000000000B }
orders:
  - product: A
    id: CCCCCCCC-0000-4000-8000-00000000000C
    amountMinor: 1
    createdAt: now
`);
    expect(blueprint.merchants[0]?.id).toBe("aaaaaaaa-0000-4000-8000-00000000000a");
    expect([...blueprint.products.keys()]).toEqual(["bbbbbbbb-0000-4000-8000-00000000000b"]);
    expect(listOrders(blueprint)).toMatchObject([
      {
        id: "cccccccc-0000-4000-8000-00000000000c",
        productId: "bbbbbbbb-0000-4000-8000-00000000000b",
      },
    ]);
  });

  test("are names in either case", () => {
    const { orderCount } = loadFine(`
merchants: [{ slug: acme, id: aaaaaaaa-0000-4000-8000-00000000000a }]
products:
  - publicCode: A
    merchant: AAAAAAAA-0000-4000-8000-00000000000A
    currency: EUR
    id: bbbbbbbb-0000-4000-8000-00000000000b
orders: [{ product: BBBBBBBB-0000-4000-8000-00000000000B, amountMinor: 1, createdAt: now }]
`);
    expect(orderCount).toBe(1);
  });

  test("of another type may be the same", () => {
    const id = "aaaaaaaa-0000-4000-8000-00000000000a";
    const text = `
merchants: [{ slug: acme, id: ${id} }]
products: [{ publicCode: A, merchant: acme, currency: EUR, id: ${id} }]
orders: [{ product: A, id: ${id}, amountMinor: 1, createdAt: now }]
`;
    expect(problems(text)).toEqual([]);
  });

  test("of keys are their tokens, which differ in case", () => {
    const token = "aaaaaaaa-0000-4000-8000-00000000000a";
    const text = `
merchants: [{ slug: acme }]
keys:
  - { key: ${token}, merchant: acme }
  - { key: ${token.toUpperCase()}, merchant: acme }
`;
    expect(problems(text)).toEqual([]);
  });
});
