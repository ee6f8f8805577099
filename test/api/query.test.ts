// The query, of which the specification defines nothing: ignored, or refused where the settings say so.
import { describe, expect, test } from "bun:test";
import { bodyFor, errorText, IDS, SEEDS, sandbox } from "../support/sandbox.ts";

const key = "mst_acme_full";
const REJECT = `${SEEDS}  unknownQuery: reject\n`;
const body = bodyFor(IDS.atlas);

const unknown = (path: string) => ({ path, message: "Unknown query parameter." });

const ENDPOINTS = [
  ["ping", 200, {}],
  ["products", 200, {}],
  ["orders", 200, {}],
  ["checkout-links", 201, { body }],
] as const;

describe.each(ENDPOINTS)("%s", (name, success, options) => {
  test("ignores any query", async () => {
    const { call } = sandbox();
    const plain = await call(name, { key, ...options });
    for (const query of [
      "",
      "a",
      "limit=1",
      "limit=1&limit=2",
      "%",
      "productId=x",
      "=",
      "&&",
      "?",
    ]) {
      const { status, text } = await call(name, { key, ...options, query });
      expect([query, status, text]).toEqual([query, success, plain.text]);
    }
  });

  test("rejects a query under `unknownQuery: reject`, each name once", async () => {
    const { call } = sandbox({ seeds: REJECT });
    const query = "page=1&limit=%31&page=2&a%20b";
    const { status, text, id } = await call(name, { key, ...options, query });
    const issues = [unknown("page"), unknown("limit"), unknown("a b")];
    expect(status).toBe(400);
    expect(text).toBe(errorText("invalid_request", "The request is invalid.", id, issues));
  });

  test("takes a query without a parameter under `unknownQuery: reject`", async () => {
    const { call } = sandbox({ seeds: REJECT });
    for (const query of ["", "&"]) {
      expect((await call(name, { key, ...options, query })).status).toBe(success);
    }
  });
});

test("the log says which query was rejected, and the fix", async () => {
  const { call, records } = sandbox({ seeds: REJECT });
  await call("orders", { key, query: "page=2" });
  expect(records.map(({ why }) => why)).toEqual([
    "page: Unknown query parameter. " + "Remove the query, or set `unknownQuery: ignore`.",
  ]);
});

test("a query is rejected after the scope is checked and before the product is looked for", async () => {
  const { call } = sandbox({ seeds: REJECT });
  const query = "a=1";
  expect((await call("orders", { key: "mst_acme_none", query })).status).toBe(403);
  const unknownProduct = { key, query, body: bodyFor(IDS.unknown) };
  expect((await call("checkout-links", unknownProduct)).status).toBe(400);
});
