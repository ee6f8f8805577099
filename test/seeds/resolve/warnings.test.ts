// What loads but is hardly meant: a warning at its place, and the seeds are served all the same.
import { describe, expect, test } from "bun:test";
import { load, loadFine, oddities } from "../load.ts";

const shop = (more: string) => `
merchants: [{ slug: acme }]
keys: [{ key: mst_acme_full, merchant: acme }]
products: [{ publicCode: ATLAS-1, merchant: acme, currency: EUR }]
${more}`;

const order = (fields: string) =>
  shop(`orders: [{ product: ATLAS-1, amountMinor: 100, createdAt: now, ${fields} }]`);

const product = (fields: string) =>
  shop("").replace(
    "currency: EUR",
    fields.includes("currency") ? fields : `currency: EUR, ${fields}`,
  );

describe("a warning", () => {
  test.each([
    ["status: PUBLISHD", "`PUBLISHD` looks like a typo of `PUBLISHED` [possible-typo]"],
    ["status: UNPUBLISHED", undefined],
    ["status: SOLD_OUT", undefined],
    ["currency: EURO", "`EURO` is not an ISO 4217 currency code [unknown-currency]"],
    ["currency: eur", "`eur` is not an ISO 4217 currency code [unknown-currency]"],
    ["currency: KWD", undefined],
  ])("of a product with %s is %p", (fields, message) => {
    expect(oddities(product(fields)).map(afterPlace)).toEqual(message ? [message] : []);
  });

  test.each([
    ["state: SHIPPED", undefined],
    ["state: PIAD", "`PIAD` looks like a typo of `PAID` [possible-typo]"],
    ["state: PAYD", "`PAYD` looks like a typo of `PAID` [possible-typo]"],
    ["state: PAIDD", "`PAIDD` looks like a typo of `PAID` [possible-typo]"],
    ["currency: XYZ", "`XYZ` is not an ISO 4217 currency code [unknown-currency]"],
    ["refundedMinor: 101", "the refund of `101` is more than the amount of `100` [excess-refund]"],
    ["refundedMinor: 100", undefined],
    ["refundedMinor: '0099'", undefined],
  ])("of an order with %s is %p", (fields, message) => {
    expect(oddities(order(fields)).map(afterPlace)).toEqual(message ? [message] : []);
  });

  test.each([
    ["now+1ms", "this order is created in the future, at 2026-10-17T09:00:00.001Z"],
    [
      "2026-10-17T09:00:00.0000001Z",
      "this order is created in the future, at 2026-10-17T09:00:00.0000001Z",
    ],
    ["now", undefined],
  ])("of an order created at %s is %p", (time, message) => {
    const seeds = order("").replace("createdAt: now", `createdAt: "${time}"`);
    const expected = message ? [`${message} [future-order]`] : [];
    expect(oddities(seeds).map(afterPlace)).toEqual(expected);
  });

  test("of repeated orders is of the last", () => {
    expect(oddities(order("repeat: { times: 3, every: 1h }")).map(afterPlace)).toEqual([
      "the last of these orders is created in the future, at 2026-10-17T11:00:00.000Z [future-order]",
    ]);
  });

  test("of an expired key is only for a date that has passed, not for a time before now", () => {
    const key = (expiresAt: string) =>
      shop("").replace(
        "merchant: acme }]\nproducts",
        `merchant: acme, expiresAt: ${expiresAt} }]\nproducts`,
      );
    expect(oddities(key("2026-10-17T09:00:00Z")).map(afterPlace)).toEqual([
      "this key has already expired [expired-key]",
    ]);
    expect(oddities(key("2026-10-17T09:00:01Z"))).toEqual([]);
    expect(oddities(key("now-30d"))).toEqual([]);
  });

  test.each([
    ["title: “Atlas”", "the typographic quotes are part of this text, `“Atlas”`"],
    ["title: „Atlas“", "the typographic quotes are part of this text, `„Atlas“`"],
    ["title: «Atlas»", "the typographic quotes are part of this text, `«Atlas»`"],
    ["title: ‘Atlas’", "the typographic quotes are part of this text, `‘Atlas’`"],
    ["title: “Atlas” of the world", undefined],
    ["title: ‘90s atlas", undefined],
    ["title: ”", undefined],
    ['title: "“Atlas”"', undefined],
  ])("of pasted quotes around %s is %p", (fields, message) => {
    const expected = message ? [`${message} [typographic-quotes]`] : [];
    expect(oddities(product(fields)).map(afterPlace)).toEqual(expected);
  });

  test("of a merchant without a key waits until nothing is wrong", () => {
    const seeds = "merchants: [{ slug: acme }]\n";
    expect(oddities(seeds)).toEqual([
      "seeds.yaml:1:21 warning: merchant `acme` has no key, so no request can reach it [keyless-merchant]",
    ]);
    expect(oddities(`${seeds}keys: [{ key: short, merchant: acme }]\n`)).toEqual([]);
  });

  test.each(["", "settings: {}\n", "products: []\n"])(
    "of seeds without a merchant: %j",
    (seeds) => {
      const { diagnostics } = load(seeds);
      expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
        ["no-merchant", "Add `merchants: [{slug: acme}]`."],
        ["no-key", "Add `keys: [{key: mst_acme_full, merchant: acme}]`."],
      ]);
    },
  );

  test("of a merchant without a key says what to add", () => {
    const [{ hint } = { hint: "" }] = load("merchants: [{ slug: acme }]").diagnostics;
    expect(hint).toBe("Add `{key: mst_acme_full, merchant: acme}` to `keys`.");
  });

  test.each([
    ["{ delay: 1s }", "{ drop: before, probability: 0.1 }", true],
    ["{ endpoint: ping, respond: 429 }", "{ endpoint: ping, respond: 503 }", true],
    ["{ merchant: acme, respond: 429 }", "{ merchant: acme, endpoint: ping, respond: 503 }", true],
    ["{ endpoint: ping, respond: 429 }", "{ endpoint: orders, respond: 503 }", false],
    ["{ endpoint: ping, respond: 429 }", "{ respond: 503 }", false],
    ["{ drop: before, probability: 0.1 }", "{ delay: 1s }", false],
    ["{ respond: 429, times: 2 }", "{ delay: 1s }", false],
    ["{ respond: 429, after: 2 }", "{ delay: 1s }", false],
  ])("of a fault after one that hits all its requests: %s, %s", (first, second, isReported) => {
    const found = oddities(shop(`faults:\n  - ${first}\n  - ${second}\n`));
    const message =
      "seeds.yaml:7:5 warning: this fault never applies: the one at seeds.yaml:6 already hits every request [unreached-fault]";
    expect(found).toEqual(isReported ? [message] : []);
  });

  test("of a currency suggests the closest code", () => {
    const hints = ["eur", "EU", "EURO", "GPB", "XYZ"].map(
      (currency) => load(product(`currency: ${currency}`)).diagnostics[0]?.hint,
    );
    const meant = ["EUR", "EUR", "EUR", "GBP"].map((code) => `Did you mean \`${code}\`?`);
    expect(hints).toEqual([...meant, undefined]);
  });

  test("does not stop the start, and is listed among the errors", () => {
    const { products } = loadFine(product("status: PUBLISHD"));
    expect(products.size).toBe(1);
    const both = load(product("status: PUBLISHD").replace("mst_acme_full", "short"));
    expect(both.diagnostics.map(({ severity }) => severity).toSorted()).toEqual([
      "error",
      "warning",
    ]);
  });
});

const afterPlace = (line: string) => line.replace(/^\S+ warning: /, "");
