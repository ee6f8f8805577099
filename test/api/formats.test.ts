// The exact bodies of good answers: the documented fields, in the documented order, as seeded.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { IDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";

/** Answers the orders of a product under the given fields of theirs. */
async function ordersOf(
  ...fields: string[]
): Promise<{ amountMinor: string; createdAt: string }[]> {
  const seeds = `
merchants: [{ slug: acme }]
keys: [{ key: ${key}, merchant: acme }]
products: [{ publicCode: P, merchant: acme, currency: EUR }]
orders:
${fields.map((text) => `  - { product: P, ${text} }`).join("\n")}
settings: { rateLimit: off, listOrder: oldest }
`;
  return JSON.parse((await sandbox({ seeds }).call("orders", { key })).text);
}

describe("ping", () => {
  test.each([
    [key, '["catalog:read","orders:read","checkout:links"]'],
    ["mst_acme_links", '["checkout:links"]'],
    ["mst_acme_none", "[]"],
  ])("returns the merchant and scopes of %s", async (token, scopes) => {
    const { status, text } = await sandbox().call("ping", { key: token });
    const rest = '"environment":"SANDBOX","liveEnabled":false';
    expect(status).toBe(200);
    expect(text).toBe(`{"merchantId":"${IDS.acme}","scopes":${scopes},${rest}}`);
  });
});

test("products returns the identities of the merchant's products, of every status", async () => {
  const { status, text } = await sandbox().call("products", { key });
  const products = [
    `{"id":"${IDS.atlas}","publicCode":"ATLAS-1","status":"PUBLISHED","currency":"EUR","version":4}`,
    `{"id":"${IDS.draft}","publicCode":"DRAFT-1","status":"DRAFT","currency":"USD","version":1}`,
  ];
  expect(status).toBe(200);
  expect(text).toBe(`[${products.join(",")}]`);
});

test("orders returns the merchant's orders, newest first", async () => {
  const { status, text } = await sandbox().call("orders", { key });
  const orders = [
    `{"id":"${IDS.lastOrder}","productId":"${IDS.draft}","state":"REFUNDED","currency":"USD",` +
      '"amountMinor":"120","refundedMinor":"20","createdAt":"2026-10-16T09:00:00.000Z"}',
    `{"id":"${IDS.firstOrder}","productId":"${IDS.atlas}","state":"PAID","currency":"EUR",` +
      '"amountMinor":"4900","refundedMinor":"0","createdAt":"2026-10-15T09:00:00.000Z"}',
  ];
  expect(status).toBe(200);
  expect(text).toBe(`[${orders.join(",")}]`);
});

test("a merchant without products and orders gets two empty lists", async () => {
  const seeds = `merchants: [{ slug: acme }]\nkeys: [{ key: ${key}, merchant: acme }]`;
  const { call } = sandbox({ seeds });
  expect((await call("products", { key })).text).toBe("[]");
  expect((await call("orders", { key })).text).toBe("[]");
});

test("an amount is returned with the digits that were seeded, however many", async () => {
  const digits = fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(digits, digits, async (amount, refunded) => {
      const fields = `amountMinor: "${amount}", refundedMinor: "${refunded}", createdAt: now`;
      expect(await ordersOf(fields)).toMatchObject([
        { amountMinor: amount, refundedMinor: refunded },
      ]);
    }),
  );
});

test("an amount that is seeded as a plain number keeps its digits beyond the safe integers", async () => {
  const fields = "amountMinor: 123456789012345678901234567890, createdAt: now";
  expect(await ordersOf(fields)).toMatchObject([{ amountMinor: "123456789012345678901234567890" }]);
});

describe("a creation time", () => {
  test.each([
    ["2026-10-17T09:00:00Z", "2026-10-17T09:00:00.000Z"],
    ["2026-10-17T09:00:00.1Z", "2026-10-17T09:00:00.1Z"],
    ["2026-10-17T09:00:00.120Z", "2026-10-17T09:00:00.120Z"],
    ["2026-10-17T09:00:00.123456789Z", "2026-10-17T09:00:00.123456789Z"],
    ["2026-10-17T01:30:00+05:30", "2026-10-16T20:00:00.000Z"],
    ["2026-12-31T23:30:00.999999-01:00", "2027-01-01T00:30:00.999999Z"],
    ["now", "2026-10-17T09:00:00.000Z"],
    ["now-1d12h30m15s250ms", "2026-10-15T20:29:44.750Z"],
  ])("seeded as %s is returned as %s", async (written, answered) => {
    expect(await ordersOf(`amountMinor: 1, createdAt: "${written}"`)).toMatchObject([
      { createdAt: answered },
    ]);
  });

  test("of any fraction and offset is the same moment in UTC, its fraction kept", async () => {
    const fraction = fc.string({ unit: fc.constantFrom(..."0123456789"), maxLength: 9 });
    const moment = fc.date({
      min: new Date("1970-01-02T00:00:00Z"),
      max: new Date("2100-01-01T00:00:00Z"),
      noInvalidDate: true,
    });
    const offset = fc.integer({ min: -14 * 60, max: 14 * 60 });
    await fc.assert(
      fc.asyncProperty(moment, fraction, offset, async (date, digits, minutes) => {
        const second = new Date(Math.floor(date.getTime() / 1_000) * 1_000);
        const local = new Date(second.getTime() + minutes * 60_000).toISOString().slice(0, 19);
        const hours = `${Math.floor(Math.abs(minutes) / 60)}`.padStart(2, "0");
        const rest = `${Math.abs(minutes) % 60}`.padStart(2, "0");
        const zone = `${minutes < 0 ? "-" : "+"}${hours}:${rest}`;
        const written = `${local}${digits && `.${digits}`}${zone}`;
        const answered = `${second.toISOString().slice(0, 19)}.${digits || "000"}Z`;
        expect(await ordersOf(`amountMinor: 1, createdAt: "${written}"`)).toMatchObject([
          { createdAt: answered },
        ]);
      }),
    );
  });
});

test("ids that are seeded in upper case are returned in lower case", async () => {
  const upper = (id: string) => id.toUpperCase();
  const seeds = `
merchants: [{ slug: acme, id: ${upper(IDS.acme)} }]
keys: [{ key: ${key}, merchant: acme }]
products: [{ publicCode: P, merchant: acme, id: ${upper(IDS.atlas)}, currency: EUR }]
orders: [{ product: P, id: ${upper(IDS.firstOrder)}, amountMinor: 1, createdAt: now }]
`;
  const { call } = sandbox({ seeds });
  expect(JSON.parse((await call("ping", { key })).text)).toMatchObject({ merchantId: IDS.acme });
  expect(JSON.parse((await call("orders", { key })).text)).toMatchObject([
    { id: IDS.firstOrder, productId: IDS.atlas },
  ]);
});
