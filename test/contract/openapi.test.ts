// The description of the API: that it is whole and sound, that its examples are true, and that what the
// API's document leaves open is marked. That each answer is as it says, test/support holds for all tests.
import { describe, expect, test } from "bun:test";
import { type ApiBody, type ApiOperation, responseAt } from "../../src/contract/api-document.ts";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../../src/contract/endpoints.ts";
import { createApiDocument } from "../../src/contract/openapi.ts";
import { compile, DOCUMENT } from "../support/described.ts";

const OPERATIONS = Object.values(ENDPOINTS).map(
  (endpoint): [EndpointName, Endpoint, ApiOperation] => {
    const { get, post } = DOCUMENT.paths[endpoint.path] ?? {};
    const operation = endpoint.method === "GET" ? get : post;
    if (operation === undefined) throw new Error(`${endpoint.name} is not described`);
    return [endpoint.name, endpoint, operation];
  },
);

/** Every body that the description has, with the place it has it at. */
const BODIES = OPERATIONS.flatMap(([name, , { requestBody, responses }]) => {
  const answers = Object.entries(responses).map(([status, response]): [string, ApiBody] => [
    `${name} ${status}`,
    responseAt(DOCUMENT, response),
  ]);
  return requestBody ? [[`${name} body`, requestBody] as [string, ApiBody], ...answers] : answers;
});

describe("the description", () => {
  test("is OpenAPI 3.1 of the document's version label, at the address that was told", () => {
    const { openapi, info, servers } = createApiDocument({ baseUrl: "https://pay.test/w/flaky" });
    expect([openapi, info.version, servers[0].url]).toEqual([
      "3.1.0",
      "2026-10-17",
      "https://pay.test/w/flaky",
    ]);
    expect(DOCUMENT.servers[0].url).toBe("http://127.0.0.1:4700");
  });

  test("has the four operations of the document, by names that make good methods", () => {
    const described = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, security }]) => [
        `${method} ${path}`,
        operationId,
        security[0].bearer,
      ]),
    );
    expect(described).toEqual([
      ["get /api/v1/integration/ping", "ping", []],
      ["get /api/v1/integration/products", "listProducts", ["catalog:read"]],
      ["get /api/v1/integration/orders", "listOrders", ["orders:read"]],
      ["post /api/v1/integration/checkout-links", "createCheckoutLink", ["checkout:links"]],
    ]);
  });

  test.each(OPERATIONS)(
    "of %s lists the statuses of the document",
    (_name, endpoint, { responses }) => {
      expect(Object.keys(responses)).toEqual([
        `${endpoint.success}`,
        ...["400", "401", "403", "404", "429"],
        "default",
      ]);
    },
  );

  test.each(BODIES)("of %s has examples, and they fit its schema", (_place, { content }) => {
    const { schema, examples } = content["application/json"];
    const validate = compile(schema);
    expect(Object.keys(examples).length).toBeGreaterThan(0);
    for (const { value } of Object.values(examples)) {
      expect([value, validate(value), validate.errors]).toEqual([value, true, null]);
    }
  });
});
