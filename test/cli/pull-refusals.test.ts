// What `pull` says where it can't write seeds that answer as a server does: each time nothing is written, and
// the key is in no message.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { freePort } from "./ports.ts";
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
} from "./pulling.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const PATH = "/api/v1/integration";
const ADDRESS_HINT = "Is it the address without /api/v1/integration?";
const CONFORM_HINT =
  "Run merchant-sandbox conform with the same address and key to see all differences.";

/** What a pull is that ends with a message, having written nothing. */
const refused = (message: string, code = 1) => ({
  code,
  stdout: "",
  stderr: `merchant-sandbox: ${message}\n`,
  files: {},
});

const respond =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = "") =>
  () =>
    new Response(body, { status, headers });

describe("pull ends with 1 and writes nothing if a server", () => {
  test.each<[name: string, routes: Routes, message: string, hint: string]>([
    [
      "does not know the key",
      { ping: respond(401, {}, `no such key: ${KEY}`) },
      `it responds with 401 to GET ${PATH}/ping: the key is unknown, expired or revoked`,
      "Use another key with --key or MERCHANT_SANDBOX_KEY.",
    ],
    [
      "is closed to the key",
      { ping: respond(403) },
      `it responds with 403 to GET ${PATH}/ping: the key is valid, but has no access to the sandbox`,
      "Ask whoever manages the merchant's keys what this key may do.",
    ],
    [
      "rejects what its ping allows",
      { orders: respond(403) },
      `it responds with 403 to GET ${PATH}/orders, although ping says that the key has orders:read`,
      "Ask whoever manages the merchant's keys what this key may do.",
    ],
    [
      "does not have the API",
      { ping: respond(404, {}, "<h1>Not found</h1>") },
      `it responds with 404 to GET ${PATH}/ping: the API is not there`,
      "Set --base-url to the address without /api/v1/integration.",
    ],
    [
      "wants to be asked in an hour",
      { products: respond(429, { "Retry-After": "3600" }) },
      `it responds with 429 to GET ${PATH}/products: too many requests with this key`,
      "Try again later. The response has Retry-After: `3600`.",
    ],
    [
      "fails",
      { orders: respond(503, {}, "<h1>Busy</h1>") },
      `it responds with 503 to GET ${PATH}/orders, which is an error of the server`,
      "Try again later.",
    ],
    [
      "leads elsewhere",
      { ping: respond(302, { Location: "https://elsewhere.test/\u00e9" }) },
      `it responds with 302 to GET ${PATH}/ping, which leads to \`https://elsewhere.test/é\``,
      "Redirects are not followed. Set --base-url to the address that it leads to.",
    ],
    [
      "leads elsewhere with the key",
      { ping: respond(307, { Location: `/login?key=${encodeURIComponent(KEY)}` }) },
      `it responds with 307 to GET ${PATH}/ping, which leads to \`/login?key=<full key>\``,
      "Redirects are not followed. Set --base-url to the address that it leads to.",
    ],
    [
      "leads nowhere",
      { ping: respond(304) },
      `it responds with 304 to GET ${PATH}/ping`,
      "Redirects are not followed. Set --base-url to the address that it leads to.",
    ],
    [
      "is a teapot",
      { ping: respond(418) },
      `it responds with 418 to GET ${PATH}/ping`,
      CONFORM_HINT,
    ],
    [
      "responds with another success",
      { products: respond(206, {}, "[]") },
      `it responds with 206 to GET ${PATH}/products`,
      CONFORM_HINT,
    ],
    [
      "responds with a page",
      { ping: respond(200, {}, "<h1>Welcome</h1>") },
      `its response to GET ${PATH}/ping is not JSON`,
      ADDRESS_HINT,
    ],
    [
      "responds with nothing",
      { orders: respond(200) },
      `its response to GET ${PATH}/orders is not JSON`,
      ADDRESS_HINT,
    ],
  ])("%s", async (_name, routes, message, hint) => {
    const { asked, ...pulled } = await pull(routes);
    expect(pulled).toEqual(refused(`Cannot pull from URL: ${message}.\n  ${hint}`));
    expect(asked.length).toBe(Object.keys(ROUTES).indexOf(Object.keys(routes)[0] ?? "") + 1);
  });

  test("has the key in its address, which is not shown", async () => {
    using server = answering(ROUTES);
    const { stderr, ...pulled } = await pullFrom(`${server.url}/${KEY}`);
    expect(pulled).toEqual({ code: 1, stdout: "", files: {} });
    expect(stderr).toStartWith(`merchant-sandbox: Cannot pull from ${server.url}/<full key>: `);
  });

  test("follows a redirect to itself no further than any other", async () => {
    const { asked } = await pull({ ping: respond(302, { Location: `${PATH}/products` }) });
    expect(asked).toEqual([`GET ${PATH}/ping Bearer ${KEY}`]);
  });

  test("does not respond in time, at all or to the end", async () => {
    const half = () => new Response(new ReadableStream({ start: (body) => body.enqueue("[") }));
    for (const orders of [() => new Promise<Response>(() => {}), half]) {
      const { asked: _asked, ...pulled } = await pull({ orders }, ["--timeout", "50ms"]);
      expect(pulled).toEqual(
        refused(
          `Cannot pull from URL: it gives no complete response to GET ${PATH}/orders within 0.05 s.\n  Try again, or set a longer --timeout.`,
        ),
      );
    }
  });

  test("does not exist", async () => {
    const message = `Cannot pull from URL: nothing listens there.\n  Is it running? ${ADDRESS_HINT}`;
    const url = `http://127.0.0.1:${freePort()}`;
    expect(await pullFrom(url)).toEqual(refused(message));
  });

  test("breaks off its response", async () => {
    using rude = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: {
        data: (socket) => {
          socket.end(
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
          );
        },
      },
    });
    expect(await pullFrom(`http://127.0.0.1:${rude.port}`)).toEqual(
      refused(
        `Cannot pull from URL: its response to GET ${PATH}/ping ends early.\n  Try again later.`,
      ),
    );
  });

  test("never ends its response", async () => {
    const blanks = new Uint8Array(1024 * 1024).fill(0x20);
    let sent = 0;
    const body = () =>
      new ReadableStream({
        pull(stream) {
          sent += 1;
          stream.enqueue(blanks);
        },
      });
    const endless = () => new Response(body());
    const { asked: _asked, ...pulled } = await pull({ ping: endless });
    expect(pulled).toEqual(
      refused(`Cannot pull from URL: it responds with more than 16 MiB.\n  ${CONFORM_HINT}`),
    );
    expect(sent).toBeLessThan(64);
  });
});

describe("pull reports a breach of the contract", () => {
  const breach = (name: string, ...lines: readonly string[]) =>
    refused(
      [
        `Cannot pull from URL: its response to GET ${PATH}/${name} does not conform to the API's specification`,
        ...lines,
        CONFORM_HINT,
      ].join("\n  "),
    );

  test.each<[Routes, string, ...string[]]>([
    [
      { ping: { ...ping, scopes: ["orders:read", 1], note: 1 } },
      "ping",
      "`ping.scopes[1]` must be a string, received `1`",
      "`ping.note` is not a field of the specification",
    ],
    [{ ping: "pong" }, "ping", '`ping` must be an object, received `"pong"`'],
    [
      { ping: { ...ping, environment: "LIVE", liveEnabled: true } },
      "ping",
      '`ping.environment` must be "SANDBOX", received `"LIVE"`',
      "`ping.liveEnabled` must be false, received `true`",
    ],
    [{ products: { items: [] } }, "products", "`products` must be a list, received `Object`"],
    [
      { products: [product(1), { ...product(2), version: 1.5, id: "7", title: "Atlas" }] },
      "products",
      '`products[1].id` must be a UUID, received `"7"`',
      "`products[1].version` must be a whole number up to 9007199254740991, received `1.5`",
      "`products[1].title` is not a field of the specification",
    ],
    [
      { products: [{ id: product(1).id }] },
      "products",
      ...["publicCode", "status", "currency", "version"].map(
        (field) => `\`products[0].${field}\` is missing`,
      ),
    ],
    [
      { products: many(51, product) },
      "products",
      "`products` must be a list of at most 50, received `51`",
    ],
    [
      {
        orders: [{ ...order(1), amountMinor: 4900, refundedMinor: "1.5", createdAt: "yesterday" }],
      },
      "orders",
      "`orders[0].amountMinor` must be a string, received `4900`",
      '`orders[0].refundedMinor` must match /^\\d+$/, received `"1.5"`',
      '`orders[0].createdAt` must match /^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}(\\.\\d+)?Z$/, received `"yesterday"`',
    ],
    [
      { orders: many(1_000, () => ({ id: 1 })) },
      "orders",
      "`orders[0].id` must be a string, received `1`",
      ...["productId", "state", "currency", "amountMinor"].map(
        (field) => `\`orders[0].${field}\` is missing`,
      ),
      "and 6995 more",
    ],
    [
      { products: [{ ...product(1), [`${KEY}\u202e\n`]: 1, status: null }] },
      "products",
      "`products[0].status` must be a string, received `null`",
      "`products[0].<full key>\ufffd` is not a field of the specification",
    ],
    [
      { products: [{ ...product(1), id: `${"x".repeat(55)}${KEY}` }] },
      "products",
      `\`products[0].id\` must be a UUID, received \`"${"x".repeat(55)}<fu…\``,
    ],
  ])("case %#", async (routes, name, ...lines) => {
    const { asked: _asked, ...pulled } = await pull(routes);
    expect(pulled).toEqual(breach(name, ...lines));
  });
});

describe("pull rejects a response that repeats the key", () => {
  const echo = (place: string) =>
    refused(
      `Cannot pull from URL: it repeats the key in ${place}, and seeds must not contain it.\n  Report this to the operator of the server: responses must not contain keys.`,
    );

  test.each<[name: string, routes: Routes, place: string]>([
    ["as it is", { products: [product(1, { publicCode: KEY })] }, "products[0].publicCode"],
    ["within a text", { orders: [order(1, { state: `PAID by ${KEY}.` })] }, "orders[0].state"],
    [
      "in other letters",
      { products: [product(1, { status: KEY.toUpperCase() })] },
      "products[0].status",
    ],
    [
      "as URLs have it",
      { products: [product(1), product(2, { currency: encodeURIComponent(KEY) })] },
      "products[1].currency",
    ],
    [
      "escaped",
      {
        products: () =>
          new Response(
            JSON.stringify([product(1, { publicCode: KEY })]).replace("sk_", "\\u0073k\\u005f"),
          ),
      },
      "products[0].publicCode",
    ],
  ])("%s", async (_name, routes, place) => {
    const { asked: _asked, ...pulled } = await pull(routes);
    expect(pulled).toEqual(echo(place));
  });

  test("as a number", async () => {
    using server = answering({ ...ROUTES, products: [product(1, { version: 4900123456 })] });
    expect(await pullFrom(server.url, ["--key", "4900123456"])).toEqual(
      echo("products[0].version"),
    );
  });
});

describe("pull rejects what seeds can't express", () => {
  test.each<[name: string, routes: Routes, diagnostic: string]>([
    [
      "a code with a line end",
      { products: [product(1, { publicCode: "A\nB" })] },
      "products.yaml:4:17 error: `publicCode` must be a code of 1 to 256 characters, without control characters, and not . or ..",
    ],
    [
      "a code of two dots",
      { products: [product(1, { publicCode: ".." })] },
      "products.yaml:4:17 error: `publicCode` must be a code of 1 to 256 characters, without control characters, and not . or ..",
    ],
    [
      "an empty status",
      { products: [product(1, { status: "" })] },
      "products.yaml:7:13 error: `status` must be a status like PUBLISHED, as text",
    ],
    [
      "a number's place in a state",
      { orders: [order(1, { state: "PAID {n}" })] },
      "orders.yaml:6:12 error: `{n}` works only together with `repeat`",
    ],
    [
      "a day that no calendar has",
      { orders: [order(1, { createdAt: "2026-02-31T00:00:00Z" })] },
      "orders.yaml:10:16 error: `createdAt` must be a date and time that exists, found `2026-02-31T00:00:00.000Z`",
    ],
    [
      "two products of one code",
      { products: [product(1), product(2, { publicCode: "CODE-1" })] },
      "products.yaml:10:17 error: duplicate `publicCode`: already used by the product at products.yaml:4",
    ],
    [
      "two orders of one id",
      { orders: [order(1), order(1)] },
      "orders.yaml:12:9 error: duplicate `id`: already used by the order at orders.yaml:4",
    ],
  ])("%s", async (_name, routes, diagnostic) => {
    const { code, stdout, stderr, files } = await pull(routes);
    expect({ code, stdout, files }).toEqual({ code: 1, stdout: "", files: {} });
    expect(stderr).toStartWith(
      `merchant-sandbox: Seeds cannot hold the responses of the server. Nothing was written.\n\n${diagnostic}`,
    );
  });

  test("a scope that is held twice, which they return once", async () => {
    const scopes = ["orders:read", "orders:read", "catalog:read"];
    const { asked: _asked, ...pulled } = await pull({ ping: { ...ping, scopes } });
    expect(pulled).toEqual(
      refused(
        [
          "Seeds cannot return the same responses as the server. Nothing was written.",
          '  `ping.scopes[1]`: the server returns `"orders:read"`, the seeds `"catalog:read"`',
          '  `ping.scopes[2]`: the server returns `"catalog:read"`, the seeds nothing',
        ].join("\n"),
      ),
    );
  });
});

describe("pull asks nothing", () => {
  test.each(["keys.yaml", "mine.yml", "seeds.schema.json", "scenarios/mine.yaml"])(
    "if its directory contains %s",
    async (name) => {
      await using directory = await temporaryDirectory({ [name]: "mine" });
      using server = answering(ROUTES);
      const terminal = fakeTerminal({ env: { MERCHANT_SANDBOX_KEY: KEY } });
      const line = ["pull", "--base-url", server.url, "--out", directory.path];
      expect(await run(line, terminal)).toBe(1);
      expect(terminal.written).toEqual({
        stdout: "",
        stderr: `merchant-sandbox: ${directory.path} already contains ${name}. Nothing was written.\n  Choose another directory: merchant-sandbox pull --out DIR\n`,
      });
      expect(server.asked).toEqual([]);
    },
  );

  test("if its directory is a file", async () => {
    await using directory = await temporaryDirectory({ taken: "mine" });
    using server = answering(ROUTES);
    const terminal = fakeTerminal({ env: { MERCHANT_SANDBOX_KEY: KEY } });
    const out = join(directory.path, "taken");
    expect(await run(["pull", "--base-url", server.url, "--out", out], terminal)).toBe(1);
    expect(terminal.written.stderr).toBe(
      `merchant-sandbox: Cannot write seeds to ${out}: it is a file.\n  Choose a directory that you can write to: merchant-sandbox pull --out DIR\n`,
    );
    expect(server.asked).toEqual([]);
  });
});
