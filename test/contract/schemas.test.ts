// Each schema takes its example, and refuses it with a field more, a field less or a field changed.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import {
  CheckoutLinkRequestSchema,
  CheckoutLinkSchema,
} from "../../src/contract/endpoints/checkout-links.ts";
import { OrderSchema } from "../../src/contract/endpoints/orders.ts";
import { PingSchema } from "../../src/contract/endpoints/ping.ts";
import { ProductSchema } from "../../src/contract/endpoints/products.ts";
import { ENDPOINTS } from "../../src/contract/endpoints.ts";
import { ErrorBodySchema } from "../../src/contract/errors.ts";
import { DigitsSchema, TimestampSchema, UuidSchema } from "../../src/contract/formats.ts";

const ID = "3f2b8c1e-5d64-4a0b-9c0e-7f1d2a3b4c5d";

interface Example {
  readonly name: string;
  readonly schema: v.GenericSchema;
  /** In the documented order. */
  readonly example: Readonly<Record<string, unknown>>;
  /** A value of each field that is no good. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}

const NOT_TEXT = [null, 1, true, [], {}];
const NOT_UUID = [...NOT_TEXT, "", "x", `{${ID}}`, ID.slice(1), `${ID} `];
const NOT_DIGITS = [...NOT_TEXT, "", "-1", "1.0", "1e3", "٣", " 1", "1\n"];

const EXAMPLES: readonly Example[] = [
  {
    name: "a ping result",
    schema: PingSchema,
    example: {
      merchantId: ID,
      scopes: ["catalog:read"],
      environment: "SANDBOX",
      liveEnabled: false,
    },
    wrong: {
      merchantId: NOT_UUID,
      scopes: [null, "catalog:read", ["orders:write"], {}],
      environment: [null, "LIVE", "sandbox"],
      liveEnabled: [null, true, "false", 0],
    },
  },
  {
    name: "a product",
    schema: ProductSchema,
    example: { id: ID, publicCode: "ATLAS-1", status: "PUBLISHED", currency: "EUR", version: 4 },
    wrong: {
      id: NOT_UUID,
      publicCode: NOT_TEXT,
      status: NOT_TEXT,
      currency: NOT_TEXT,
      version: [null, "4", 1.5, 2 ** 53, Number.NaN],
    },
  },
  {
    name: "an order",
    schema: OrderSchema,
    example: {
      id: ID,
      productId: ID,
      state: "PAID",
      currency: "EUR",
      amountMinor: "12345678901234567890",
      refundedMinor: "0",
      createdAt: "2026-10-17T09:00:00.000Z",
    },
    wrong: {
      id: NOT_UUID,
      productId: NOT_UUID,
      state: NOT_TEXT,
      currency: NOT_TEXT,
      amountMinor: NOT_DIGITS,
      refundedMinor: NOT_DIGITS,
      createdAt: [...NOT_TEXT, "2026-10-17", "2026-10-17T09:00:00", "2026-10-17T09:00:00+00:00"],
    },
  },
  {
    name: "a request for checkout links",
    schema: CheckoutLinkRequestSchema,
    example: { productId: ID },
    wrong: { productId: NOT_UUID },
  },
  {
    name: "a checkout link",
    schema: CheckoutLinkSchema,
    example: {
      productId: ID,
      productUrl: "http://127.0.0.1:4701/p/ATLAS-1",
      checkoutUrl: `http://127.0.0.1:4701/checkout/${ID}`,
      environment: "SANDBOX",
      note: "No charge was initiated.",
    },
    wrong: {
      productId: NOT_UUID,
      productUrl: [...NOT_TEXT, "/p/ATLAS-1"],
      checkoutUrl: [...NOT_TEXT, "127.0.0.1"],
      environment: [null, "LIVE"],
      note: NOT_TEXT,
    },
  },
];

describe.each(EXAMPLES)("the schema of $name", ({ schema, example, wrong }) => {
  const fields = Object.keys(example);

  test("takes the example as it is", () => {
    expect(v.parse(schema, example)).toEqual(example);
  });

  test.each(fields)("requires %s with its type", (field) => {
    const { [field]: _left, ...less } = example;
    expect(v.is(schema, less)).toBe(false);
    for (const value of wrong[field] ?? []) {
      expect([value, v.is(schema, { ...example, [field]: value })]).toEqual([value, false]);
    }
  });

  test.each(["extra", "", "__proto__", "constructor"])(
    "rejects an additional field %j",
    (field) => {
      const more = Object.defineProperty({ ...example }, field, { value: 1, enumerable: true });
      expect(v.is(schema, more)).toBe(false);
    },
  );

  test("names its fields in the documented order", () => {
    expect("entries" in schema && Object.keys(schema.entries as object)).toEqual(fields);
  });
});

test("the schema of an error body accepts issues or none, and nothing else", () => {
  const error = { code: "invalid_request", message: "The request is invalid.", requestId: "req_1" };
  const issues = [{ path: "productId", message: "This field is required." }];
  expect(v.is(ErrorBodySchema, { error })).toBe(true);
  expect(v.is(ErrorBodySchema, { error: { ...error, issues } })).toBe(true);
  expect(v.is(ErrorBodySchema, { error: { ...error, why: "" } })).toBe(false);
  expect(v.is(ErrorBodySchema, { error: { ...error, code: "unheard_of" } })).toBe(false);
  expect(v.is(ErrorBodySchema, { error: { ...error, issues: [{ path: "" }] } })).toBe(false);
  expect(v.is(ErrorBodySchema, { error, issues })).toBe(false);
});

test.each(["products", "orders"] as const)("the schema of the list of %s ends at fifty", (name) => {
  const { example } = EXAMPLES[name === "products" ? 1 : 2] ?? {};
  const items = (length: number) => Array.from({ length }, () => example);
  expect(v.is(ENDPOINTS[name].response.schema, items(0))).toBe(true);
  expect(v.is(ENDPOINTS[name].response.schema, items(50))).toBe(true);
  expect(v.is(ENDPOINTS[name].response.schema, items(51))).toBe(false);
});

describe("a format", () => {
  test.each([ID, ID.toUpperCase(), "00000000-0000-0000-0000-000000000000"])(
    "of UUIDs takes %s",
    (text) => {
      expect(v.is(UuidSchema, text)).toBe(true);
    },
  );

  test.each(["0", "007", "9".repeat(500)])("of digits takes %s", (text) => {
    expect(v.is(DigitsSchema, text)).toBe(true);
  });

  test.each([
    ["2026-10-17T09:00:00Z", true],
    ["2026-10-17T09:00:00.1Z", true],
    ["2026-10-17T09:00:00.123456789Z", true],
    ["2026-10-17T09:00:00.1234567890Z", true],
    [`2026-10-17T09:00:00.${"9".repeat(500)}Z`, true],
    ["2026-13-17T09:00:00Z", false],
    ["2026-00-17T09:00:00Z", false],
    ["2026-10-32T09:00:00Z", false],
    ["2026-10-17T24:00:00Z", false],
    ["2026-10-17T09:60:00Z", false],
    ["2026-10-17T09:00:00.Z", false],
    ["2026-10-17t09:00:00z", false],
    ["2026-10-17 09:00:00Z", false],
    ["2026-10-17T09:00Z", false],
    ["2026-10-17T09:00:00Z\n", false],
  ])("of times takes %j: %p", (text, taken) => {
    expect(v.is(TimestampSchema, text)).toBe(taken);
  });
});
