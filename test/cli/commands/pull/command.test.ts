// `pull`: what it asks, what it writes, and what it says of it. What it refuses is in pull-refusals.test.ts.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { askServer } from "../../../../src/cli/commands/pull/client.ts";
import { run } from "../../../../src/cli/run.ts";
import { LIST_LIMIT } from "../../../../src/contract/list.ts";
import { startSandbox } from "../../../../src/library/library.ts";
import { formatJsonSchema } from "../../../../src/seeds/write/json-schema.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import {
  answering,
  KEY,
  many,
  order,
  ping,
  product,
  pull,
  pullFrom,
  ROUTES,
  type Routes,
} from "../../pulling.ts";
import { golden } from "../../serving.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

const MODELINE = "# yaml-language-server: $schema=seeds.schema.json\n\n";

describe("pull", () => {
  test("writes seeds from the responses and summarizes them", async () => {
    const { code, stdout, stderr, files, asked } = await pull();
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: await golden("pull.txt"),
      stderr: "",
    });
    expect(asked).toEqual(
      ["ping", "products", "orders"].map((name) => `GET /api/v1/integration/${name} Bearer ${KEY}`),
    );
    expect(files).toEqual({
      "seeds.schema.json": formatJsonSchema("seeds"),
      "merchants.yaml": `${MODELINE}merchants:
  - slug: merchant
    id: aaaaaaaa-0000-4000-8000-000000000001
`,
      "keys.yaml": `${MODELINE}# Replaces the key that was used.

keys:
  - key: mst_pulled_aaaaaaaa
    merchant: merchant
    scopes: [catalog:read, orders:read]
`,
      "products.yaml": `${MODELINE}products:
  - publicCode: CODE-1
    merchant: merchant
    id: dddddddd-0000-4000-8000-000000000001
    status: PUBLISHED
    currency: EUR
    version: 1
  - publicCode: CODE-2
    merchant: merchant
    id: dddddddd-0000-4000-8000-000000000002
    status: PUBLISHED
    currency: EUR
    version: 2
`,
      "orders.yaml": `${MODELINE}orders:
  - product: CODE-2
    id: eeeeeeee-0000-4000-8000-000000000002
    state: PAID
    currency: EUR
    amountMinor: "200"
    refundedMinor: "0"
    createdAt: "2026-10-17T08:59:58.000Z"
  - product: CODE-1
    id: eeeeeeee-0000-4000-8000-000000000001
    state: PAID
    currency: EUR
    amountMinor: "100"
    refundedMinor: "0"
    createdAt: "2026-10-17T08:59:59.000Z"
`,
      "settings.yaml": `${MODELINE}settings:
  listOrder: newest
`,
    });
  });

  test("takes the address and the directory by variables too, and a flag before them", async () => {
    using server = answering(ROUTES);
    await using directory = await temporaryDirectory();
    const env = {
      MERCHANT_SANDBOX_KEY: "a_key_that_is_not_sent",
      MERCHANT_SANDBOX_BASE_URL: `${server.url}/`,
      MERCHANT_SANDBOX_OUT: join(directory.path, "seeds"),
    };
    const terminal = fakeTerminal({ env });
    expect(await run(["pull", "--key", KEY], terminal)).toBe(0);
    expect(terminal.written.stdout).toStartWith(`Wrote 6 files to ${env.MERCHANT_SANDBOX_OUT}\n`);
    expect(server.asked.at(-1)).toBe(`GET /api/v1/integration/orders Bearer ${KEY}`);
  });

  test("warns that a list of fifty may be incomplete", async () => {
    const { code, stdout } = await pull({
      products: many(LIST_LIMIT, product),
      orders: many(LIST_LIMIT, order),
    });
    expect(code).toBe(0);
    expect(linesOf(stdout, "products.yaml", "orders.yaml")).toEqual([
      "  products.yaml      50 products; there may be more, because a list ends at 50",
      "  orders.yaml        50 orders; there may be more, because a list ends at 50",
    ]);
  });

  test("reports an empty list", async () => {
    const { code, stdout, files } = await pull({ products: [], orders: [] });
    expect(code).toBe(0);
    expect(linesOf(stdout, "There are")).toEqual([
      "There are no products.",
      "There are no orders.",
    ]);
    expect(Object.keys(files)).toEqual([
      "keys.yaml",
      "merchants.yaml",
      "seeds.schema.json",
      "settings.yaml",
    ]);
  });

  test("leaves out scopes that the specification does not name, and says so", async () => {
    const scopes = ["catalog:read", "catalog:write", "orders:read"];
    const pulled = await pull({ ping: { ...ping, scopes } });
    expect(pulled.code).toBe(0);
    expect(pulled.files["keys.yaml"]).toContain("scopes: [catalog:read, orders:read]");
    expect(pulled.stdout).toContain('Scopes that seeds do not know are left out: "catalog:write".');
  });

  test.each<[scopes: typeof ping.scopes, asked: string[], files: string[]]>([
    [[], ["ping"], []],
    [["checkout:links"], ["ping"], []],
    [["catalog:read"], ["ping", "products"], ["products.yaml"]],
    [["orders:read"], ["ping", "orders"], ["orders.yaml", "unlisted-products.yaml"]],
  ])(
    "requests only what a key with %j may read, and names what it left out",
    async (scopes, asked, files) => {
      const pulled = await pull({ ping: { ...ping, scopes } });
      expect(pulled.code).toBe(1);
      expect(pulled.asked.map((line) => line.split(/[ /]/)[5])).toEqual(asked);
      const others = ["keys.yaml", "merchants.yaml", "seeds.schema.json", "settings.yaml"];
      expect(Object.keys(pulled.files)).toEqual([...others, ...files].toSorted());
      expect(linesOf(pulled.stdout, "not pulled")).toEqual([
        ...(files.includes("products.yaml")
          ? []
          : [
              "The products were not pulled: the key has no scope catalog:read. Use a key that has it.",
            ]),
        ...(files.includes("orders.yaml")
          ? []
          : [
              "The orders were not pulled: the key has no scope orders:read. Use a key that has it.",
            ]),
      ]);
    },
  );

  test("makes up a product if an order's product is not among the fifty that are listed", async () => {
    const { code, stdout, files } = await pull({
      products: many(LIST_LIMIT, product),
      orders: [
        order(1),
        order(77, { currency: "JPY" }),
        order(78, { productId: order(77).productId, currency: "JPY" }),
      ],
    });
    expect(code).toBe(0);
    expect(linesOf(stdout, "unlisted-products.yaml")).toEqual([
      "  unlisted-products.yaml  1 product that only orders name; their codes are made up",
    ]);
    expect(files["unlisted-products.yaml"]).toBe(`${MODELINE}\
# Orders name these products, but no list shows them. Everything except their ids is made up.

products:
  - publicCode: unlisted-dddddddd-0000-4000-8000-000000000077
    merchant: merchant
    id: dddddddd-0000-4000-8000-000000000077
    currency: JPY
`);
  });

  test("leaves out orders of products that a whole list lacks, and ends with 1", async () => {
    const orders = many(4, order);
    const { code, stdout, stderr, files } = await pull({ orders });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `merchant-sandbox: Left out 2 orders: orders[2], orders[3].
  The server lists orders of products that it does not list. Seeds list every product.
`,
    });
    expect(stdout).toContain("returns the same responses as URL, except:\n  2 orders left out.\n");
    expect(files["orders.yaml"]?.match(/product: .*/g)).toEqual([
      "product: CODE-2",
      "product: CODE-1",
    ]);
  });

  test.each([
    ["newest", many(3, order), ""],
    ["oldest", many(3, order).toReversed(), ""],
    [
      "newest",
      [2, 3, 1].map((n) => order(n)),
      ", except:\n  Its orders are listed neither newest nor oldest first. The seeds list the newest first.",
    ],
  ])(
    "lists orders %s first for a server's order, case %#",
    async (listOrder, orders, exception) => {
      const products = many(3, product);
      const { code, stdout, files } = await pull({ products, orders });
      expect(code).toBe(0);
      expect(files["settings.yaml"]).toBe(`${MODELINE}settings:\n  listOrder: ${listOrder}\n`);
      expect(stdout).toContain(`  orders are listed ${listOrder} first\n`);
      expect(stdout).toContain(`returns the same responses as URL${exception || "."}\n`);
    },
  );

  test("keeps another key in the seeds than the one that it made up before", async () => {
    const made = "mst_pulled_aaaaaaaa";
    using server = answering(ROUTES);
    const { files, stdout } = await pullFrom(server.url, ["--key", made]);
    expect(stdout).toContain("Their key:        sandbox_key_aaaaaaaa\n");
    expect(Object.values(files).filter((text) => text.includes(made))).toEqual([]);
  });
});

describe("pulled seeds respond", () => {
  const cases: readonly [name: string, routes: Routes][] = [
    ["one of each", ROUTES],
    ["fifty of each", { products: many(LIST_LIMIT, product), orders: many(LIST_LIMIT, order) }],
    ["nothing", { products: [], orders: [] }],
    ["oldest first", { orders: many(2, order).toReversed() }],
    ["products in no order", { products: [2, 1].map((n) => product(n)) }],
    ["fractions", { orders: timed(".5", ".000", ".123456789", ".10", ".1") }],
    ["the end of time", { orders: timed("", "").map((each) => ({ ...each, createdAt: LAST })) }],
    ["as many digits as seeds hold", { orders: [order(1, { amountMinor: "90".repeat(20) })] }],
    ["leading zeros", { orders: [order(1, { amountMinor: "007", refundedMinor: "00" })] }],
    ["a refund above the amount", { orders: [order(1, { refundedMinor: "1000" })] }],
    ["versions", { products: [product(1, { version: -7 }), product(2, { version: 2 ** 53 - 1 })] }],
    ...[
      `"double" and 'single'`,
      "# no comment",
      "a: b # c",
      "- item",
      "? !!str &a *a | > % @ `",
      "{n} {",
      "null",
      "~",
      "yes",
      "0123",
      "1e3",
      "now-3d",
      "2026-10-17",
      "📚🇩🇪",
      " blank ",
      "\u202etxet",
      "x".repeat(200),
      "<script>alert(1)</script>",
      "../../etc/passwd",
      "$HOME $(id) `id`",
    ].map((text): [string, Routes] => [
      `the code and status ${JSON.stringify(text).slice(0, 40)}`,
      { products: [product(1, { publicCode: text, status: text }), product(2)] },
    ]),
    ...["a\nb\r\n\tc", "\0\x1b[31m", "\u2028\ufeff", "\ud800", "line\n---\n...\n", "PAID # no"].map(
      (text): [string, Routes] => [
        `the state, status and currency ${JSON.stringify(text)}`,
        {
          products: [product(1, { status: text, currency: text }), product(2)],
          orders: [order(1, { state: text, currency: text })],
        },
      ],
    ),
  ];

  test.each(cases)("%s", async (_name, routes) => {
    using asked = answering({ ...ROUTES, ...routes });
    await using directory = await temporaryDirectory();
    const out = join(directory.path, "seeds");
    const terminal = fakeTerminal({ env: { MERCHANT_SANDBOX_KEY: KEY } });
    const code = await run(["pull", "--base-url", asked.url, "--out", out], terminal);
    expect({ code, stderr: terminal.written.stderr }).toEqual({ code: 0, stderr: "" });
    await using served = await startSandbox({ seeds: out, port: 0 });
    const server = {
      baseUrl: served.baseUrl,
      key: "mst_pulled_aaaaaaaa",
      timeoutMs: 10_000,
      fetch,
    };
    expect(await askServer(server)).toEqual<unknown>({
      ...ROUTES,
      ...routes,
    });
  });
});

const LAST = "9999-12-31T23:59:59.999999999Z";

/** Orders of one second, with these fractions, so that none is older by the rest of its time. */
function timed(...fractions: string[]) {
  return fractions
    .map((fraction, index) => ({ fraction, n: index + 1 }))
    .toSorted((a, b) => Number(`0${b.fraction}`) - Number(`0${a.fraction}`) || a.n - b.n)
    .map(({ fraction, n }) =>
      order(n, { productId: product(1).id, createdAt: `2026-10-17T09:00:00${fraction}Z` }),
    );
}

function linesOf(text: string, ...parts: readonly string[]): string[] {
  return text.split("\n").filter((line) => parts.some((part) => line.includes(part)));
}
