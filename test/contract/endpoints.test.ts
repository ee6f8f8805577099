// The table of endpoints is the specification's (§4), and so are the statuses (§7).
import { describe, expect, test } from "bun:test";
import { ENDPOINTS, type Endpoint } from "../../src/contract/endpoints.ts";
import { ApiError, ERRORS, type ErrorCode } from "../../src/contract/errors.ts";
import { SCOPES } from "../../src/contract/formats.ts";
import { createListing } from "../../src/contract/list.ts";
import { DOCUMENT } from "../support/described.ts";

const codes = Object.keys(ERRORS) as ErrorCode[];

test("the endpoints are the four of the specification", () => {
  const rows = Object.values(ENDPOINTS).map(({ name, section, method, path, scope, success }) => [
    name,
    section,
    method,
    path,
    scope,
    success,
  ]);
  expect(rows).toEqual([
    ["ping", "4.1", "GET", "/api/v1/integration/ping", undefined, 200],
    ["products", "4.2", "GET", "/api/v1/integration/products", "catalog:read", 200],
    ["orders", "4.3", "GET", "/api/v1/integration/orders", "orders:read", 200],
    ["checkout-links", "4.4", "POST", "/api/v1/integration/checkout-links", "checkout:links", 201],
  ]);
  expect(Object.keys(ENDPOINTS)).toEqual(rows.map(([name]) => `${name}`));
});

test("a body is accepted if the method has one", () => {
  for (const { name, method, request } of Object.values<Endpoint>(ENDPOINTS)) {
    expect([name, request !== undefined]).toEqual([name, method === "POST"]);
  }
});

test("every endpoint may respond with the statuses of the specification", () => {
  for (const { get, post } of Object.values(DOCUMENT.paths)) {
    const errors = Object.keys((get ?? post)?.responses ?? {}).slice(0, -1);
    expect(errors.filter((status) => status >= "400")).toEqual(["400", "401", "403", "404", "429"]);
  }
});

test("the scopes and the version label are the specification's", () => {
  expect(SCOPES).toEqual(["catalog:read", "orders:read", "checkout:links"]);
  expect(DOCUMENT.info.version).toBe("2026-10-17");
});

describe("an error", () => {
  test.each(codes)("%s carries the row of its code", (code) => {
    const details = { why: "a reason" };
    const error = new ApiError(code, details);
    const { message, status } = error;
    expect({ message, status, code: error.code, details: error.details }).toEqual({
      ...ERRORS[code],
      code,
      details,
    });
  });

  test("has a status of the specification, or reports a wrong address, a bug or a gateway", () => {
    const beyond = codes.filter((code) => ![400, 401, 403, 404, 429].includes(ERRORS[code].status));
    expect(beyond).toEqual([
      "method_not_allowed",
      "misdirected_request",
      "internal_error",
      "bad_gateway",
      "service_unavailable",
      "gateway_timeout",
    ]);
  });
});

describe("a listing", () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

  test.each([0, 1, 49, 50, 51, 500])("of %d items has fifty at most", (count) => {
    const items = numbers(Math.min(count, 50));
    expect(createListing(numbers(count))).toEqual({ items, total: count });
  });

  test("takes its total if the items were cut before", () => {
    expect(createListing(numbers(50), 120).total).toBe(120);
  });
});
