// Unknown, foreign and unpublished products: one and the same 404 to the client, told apart in the log.
import { expect, test } from "bun:test";
import { bodyFor, type CallOptions, errorText, IDS, sandbox } from "../support/sandbox.ts";

const MISSING = [
  [
    "unknown",
    IDS.unknown,
    `world default has no product with the id ${IDS.unknown}; use an id that GET /products lists`,
  ],
  [
    "foreign",
    IDS.globe,
    "product GLOBE-1 (seeds.yaml:21) belongs to globex, this key to acme; " +
      "use a key of globex, or a product of acme",
  ],
  [
    "unpublished",
    IDS.draft,
    "product DRAFT-1 (seeds.yaml:20) is DRAFT, and only PUBLISHED products have links; " +
      "publish it, or use another product",
  ],
] as const;

const ask = (productId: string): CallOptions => ({
  key: "mst_acme_links",
  body: bodyFor(productId),
});

test("an unknown, a foreign and an unpublished product differ in nothing but the request id", async () => {
  const { call } = sandbox();
  for (const [, productId] of MISSING) {
    const { text, id, ...rest } = await call("checkout-links", ask(productId));
    const message = "No published product of yours has this id.";
    expect(text).toBe(errorText("product_not_found", message, id));
    expect(rest).toEqual({
      status: 404,
      headers: { "cache-control": "no-store", "content-type": "application/json" },
    });
  }
});

test.each(MISSING)("the log reports a product that is %s", async (_kind, productId, why) => {
  const { call, records } = sandbox();
  await call("checkout-links", ask(productId));
  expect(records.map((record) => record.why)).toEqual([why]);
});

test("a product of a status that is PUBLISHED in another case gives no links", async () => {
  const { call } = sandbox({
    seeds: `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: A, merchant: acme, id: ${IDS.atlas}, currency: EUR, status: published }]
`,
  });
  const body = bodyFor(IDS.atlas);
  expect((await call("checkout-links", { key: "mst_acme_full", body })).status).toBe(404);
});
