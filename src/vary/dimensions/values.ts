// Values: what the fields of responses may hold (§2).
import {
  type Base,
  type Dimension,
  type DimensionChoice,
  setting,
  settings,
} from "../dimension.ts";

const AMOUNTS = ["0", "1", "2147483648", "9007199254740993", "123456789012345678901234567890"];

export const VALUES: readonly Dimension[] = [
  {
    name: "amount",
    section: "2",
    relies: "amounts of a usual size",
    document: "allows any number of digits",
    endpoints: ["orders"],
    choices: (base) =>
      AMOUNTS.map((amountMinor) => newOrder(base, `amountMinor: ${amountMinor}`, { amountMinor })),
  },
  {
    name: "refund",
    section: "2.3",
    relies: "orders that were not refunded",
    document: "lets any part of an order be refunded",
    endpoints: ["orders"],
    choices: (base) => [
      newOrder(base, "an order that is partly refunded", { refundedMinor: "40" }),
      newOrder(base, "an order that is wholly refunded", { refundedMinor: "100" }),
    ],
  },
  {
    name: "time-digits",
    section: "2",
    relies: "the digits of a second in createdAt",
    document: "makes fractions of a second optional",
    endpoints: ["orders"],
    choices: () => settings("timeDigits", 0, 6, 9),
  },
  {
    name: "order-state",
    section: "2.3",
    relies: "orders that are PAID",
    document: "does not say that there are no other states",
    endpoints: ["orders"],
    choices: (base) =>
      ["PENDING", "ON_HOLD", "paid"].map((state) => newOrder(base, `state: ${state}`, { state })),
  },
  {
    name: "product-status",
    section: "2.2",
    relies: "the statuses that it knows",
    document: "does not say that there are no other statuses",
    endpoints: ["products"],
    choices: (base) =>
      ["IN_REVIEW", "ARCHIVED"].map((status) => newProduct(base, `status: ${status}`, { status })),
  },
  {
    name: "currency",
    section: "2.2",
    relies: "currencies with two decimals",
    document: "does not say which currencies there are",
    endpoints: ["products", "orders"],
    choices: (base) =>
      ["KWD", "JPY", "PTS"].map((currency) => newSale(base, `currency: ${currency}`, { currency })),
  },
  {
    name: "public-code",
    section: "2.2",
    relies: "public codes that need no escaping in a URL",
    document: "says of the public code only that it is text",
    endpoints: ["products", "checkout-links"],
    choices: (base) =>
      ["A B", "50%/m²", "a?b#c"].map((publicCode) =>
        newProduct(base, `publicCode: ${publicCode}`, { publicCode }),
      ),
  },
  {
    name: "version",
    section: "2.2",
    relies: "small version numbers",
    document: "allows any safe integer",
    endpoints: ["products"],
    choices: (base) =>
      [0, 2_147_483_648, Number.MAX_SAFE_INTEGER].map((version) =>
        newProduct(base, `version: ${version}`, { version }),
      ),
  },
  {
    name: "scope-order",
    section: "2.1",
    relies: "the order of a key's scopes",
    document: "promises no order",
    endpoints: ["ping"],
    choices: ({ key: { key, scopes } }) => [
      {
        label: "scopes in another order",
        changes: { keys: [{ key, scopes: scopes.toReversed() }] },
      },
    ],
  },
  {
    name: "extra-scope",
    section: "5.4",
    relies: "the scopes that the specification names",
    document: "names the scopes that were seen, and does not say that there are no others",
    endpoints: ["ping"],
    choices: () => settings("extraScopes", ["reports:read"]),
  },
  {
    name: "uuid",
    section: "2",
    relies: "the version or the case of UUIDs",
    document: "asks for UUIDs of any version, in either case",
    endpoints: ["ping", "products", "orders", "checkout-links"],
    choices: (base) => [
      setting("uuidCase", "upper"),
      newOrder(base, "an order whose id is a UUIDv7", {
        id: "01997d1c-7a5b-7c3e-9f10-2b6c8d4e5f60",
      }),
      newOrder(base, "an order whose id is a UUIDv1", {
        id: "2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d",
      }),
    ],
  },
  {
    name: "json-form",
    section: "4",
    relies: "the way in which JSON is written",
    document: "promises JSON, which may have spaces, escapes and any order of fields",
    endpoints: ["ping", "products", "orders", "checkout-links"],
    choices: () => settings("jsonForm", "reordered", "spaced", "escaped"),
  },
];

/** One more order, of the first product. */
function newOrder({ products: [product] }: Base, label: string, fields: object): DimensionChoice {
  return {
    label,
    changes: {
      orders: [
        {
          ref: "varied",
          product: product?.publicCode,
          amountMinor: "100",
          createdAt: "now",
          ...fields,
        },
      ],
    },
  };
}

/** One more product. */
function newProduct({ key: { merchant } }: Base, label: string, fields: object): DimensionChoice {
  const product = { publicCode: "VARIED-1", merchant: merchant.slug, currency: "EUR", ...fields };
  return { label, changes: { products: [product] } };
}

/** One more product, and an order of it. */
function newSale(base: Base, label: string, fields: object): DimensionChoice {
  const { products } = newProduct(base, label, fields).changes as { products: object[] };
  const order = { product: "VARIED-1", amountMinor: "1000", createdAt: "now" };
  return { label, changes: { products, orders: [order] } };
}
