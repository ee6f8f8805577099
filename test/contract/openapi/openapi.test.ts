// The description of the API: that it is whole and sound, that its examples are true, and that what the
// API's specification leaves open is marked. That each answer is as it says, test/support holds in all tests.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../../../src/contract/endpoints.ts";
import {
  type ApiBody,
  type ApiOperation,
  type Choice,
  headerAt,
  responseAt,
} from "../../../src/contract/openapi/api-document.ts";
import { createApiDocument } from "../../../src/contract/openapi/openapi.ts";
import { createSandbox } from "../../../src/library/library.ts";
import { compile, DOCUMENT } from "../../support/described.ts";
import { NOW, requestOf } from "../../support/sandbox.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const OPERATIONS = Object.values(ENDPOINTS).map(
  (endpoint): [EndpointName, Endpoint, ApiOperation] => {
    const { get, post } = DOCUMENT.paths[endpoint.path] ?? {};
    const operation = endpoint.method === "GET" ? get : post;
    if (operation === undefined) throw new Error(`${endpoint.name} is not described`);
    return [endpoint.name, endpoint, operation];
  },
);

const RESPONSES = OPERATIONS.flatMap(([name, , { responses }]) =>
  Object.entries(responses).map(
    ([status, response]) => [name, status, responseAt(DOCUMENT, response)] as const,
  ),
);

const BODIES = [
  ...OPERATIONS.flatMap(([name, , { requestBody }]): [string, ApiBody][] =>
    requestBody ? [[`the body of ${name}`, requestBody]] : [],
  ),
  ...RESPONSES.map(([name, status, body]): [string, ApiBody] => [`${status} of ${name}`, body]),
];

describe("the description", () => {
  test("is OpenAPI 3.1 with the specification's version label and the given address", () => {
    const { openapi, info, servers } = createApiDocument({ baseUrl: "https://pay.test/w/flaky" });
    expect([openapi, info.version, servers.map(({ url }) => url)]).toEqual([
      "3.1.0",
      "2026-10-17",
      ["https://pay.test/w/flaky"],
    ]);
    expect(DOCUMENT.servers[0].url).toBe("http://127.0.0.1:4700");
  });

  test("has the four operations, by names for methods, each with the scope it needs", () => {
    const described = Object.entries(DOCUMENT.paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId, security, "x-scope": scope }]) => [
        `${method} ${path}`,
        operationId,
        security,
        scope,
      ]),
    );
    expect(described).toEqual([
      ["get /api/v1/integration/ping", "ping", [{ bearer: [] }], undefined],
      ["get /api/v1/integration/products", "listProducts", [{ bearer: [] }], "catalog:read"],
      ["get /api/v1/integration/orders", "listOrders", [{ bearer: [] }], "orders:read"],
      [
        "post /api/v1/integration/checkout-links",
        "createCheckoutLink",
        [{ bearer: [] }],
        "checkout:links",
      ],
    ]);
    const { type, scheme, description } = DOCUMENT.components.securitySchemes.bearer;
    expect([type, scheme]).toEqual(["http", "bearer"]);
    for (const scope of ["catalog:read", "orders:read", "checkout:links"]) {
      expect(description).toContain(`- \`${scope}\`: `);
    }
  });

  test.each(OPERATIONS)(
    "lists the statuses of the specification for %s",
    (_name, { success }, { responses }) => {
      const listed = [`${success}`, "400", "401", "403", "404", "429", "default"];
      expect(Object.keys(responses)).toEqual(listed);
    },
  );

  test("has no missing and no unused references", () => {
    const { schemas, headers, responses } = DOCUMENT.components;
    const named = Object.entries({ schemas, headers, responses }).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
    );
    const found = JSON.stringify(DOCUMENT).matchAll(/"\$ref":"([^"]+)"/g);
    expect(new Set(Array.from(found, ([, $ref = ""]) => $ref))).toEqual(new Set(named));
  });

  test("closes every object, caps every list, and gives every schema a type", () => {
    let count = 0;
    JSON.stringify([DOCUMENT.paths, DOCUMENT.components.schemas], (key, value) => {
      if (value?.properties !== undefined) {
        count++;
        expect([value.properties, value.additionalProperties]).toEqual([value.properties, false]);
      }
      if (key === "schema" && value.type === "array") {
        count++;
        expect(value.maxItems).toBe(50);
      }
      if ("const" in Object(value) || "enum" in Object(value)) {
        count++;
        expect(value.type).toBeString();
      }
      return value;
    });
    expect(count).toBe(8 + 2 + 5);
  });
});

describe("an example", () => {
  test.each(BODIES)("of %s fits its schema", (_place, { content }) => {
    const { schema, examples } = content["application/json"];
    const validate = compile(schema);
    expect(Object.keys(examples)).not.toEqual([]);
    for (const { value } of Object.values(examples)) {
      expect([value, validate(value), validate.errors]).toEqual([value, true, null]);
    }
  });

  test.each(RESPONSES)("of each header of %s %s fits its schema", (_name, _status, { headers }) => {
    for (const place of Object.values(headers)) {
      const { schema, example } = headerAt(DOCUMENT, place);
      expect([example, compile(schema)(example)]).toEqual([example, true]);
    }
  });
});

describe("what the API's specification leaves open", () => {
  test("is marked: the error body and its codes, each header, and additional responses", () => {
    const { schemas, headers, responses } = DOCUMENT.components;
    const marked = (part: Choice | undefined) => part?.["x-sandbox-choice"] !== undefined;
    const { error } = schemas.ErrorBody.properties ?? {};
    expect(marked(schemas.ErrorBody)).toBe(true);
    expect(marked(error?.properties?.code)).toBe(true);
    expect(Object.values(headers).map(marked)).toEqual([true, true, true, true]);
    expect(marked(responses.Other)).toBe(true);
    for (const [, , response] of RESPONSES) {
      const described = Object.values(response.headers).map((place) => headerAt(DOCUMENT, place));
      expect(described.map(marked)).toEqual(described.map(() => true));
    }
  });

  test("is marked: which part of a list is shown, and that all missing products get the same response", () => {
    const choiceOf = (path: string) => DOCUMENT.paths[path]?.get?.["x-sandbox-choice"];
    for (const { path } of [ENDPOINTS.products, ENDPOINTS.orders]) {
      expect(choiceOf(path)).toContain("returns the first 50");
    }
    const missing = RESPONSES.find(
      ([name, status]) => name === "checkout-links" && status === "404",
    );
    expect(missing?.[2]["x-sandbox-choice"]).toContain("the same in all three");
  });

  test("is not marked if the specification defines it", () => {
    const { Ping, Product, Order, CheckoutLinkRequest, CheckoutLink } = DOCUMENT.components.schemas;
    const { scopes, ...ping } = Ping?.properties ?? {};
    const promised = [ping, Product, Order, CheckoutLinkRequest, CheckoutLink];
    expect(JSON.stringify(promised)).not.toContain("x-sandbox-choice");
    for (const [name, , { responses }] of OPERATIONS) {
      for (const status of ["200", "201", "401", "403"] as const) {
        const response = responses[status] && responseAt(DOCUMENT, responses[status]);
        const isOpen = name === "ping" && status === "403";
        expect([name, status, response?.["x-sandbox-choice"] !== undefined]).toEqual([
          name,
          status,
          isOpen,
        ]);
      }
    }
  });
});

describe("the table of endpoints and the description", () => {
  test.each(OPERATIONS)("agree on %s: its example succeeds", async (name, endpoint, operation) => {
    const { requestBody } = operation;
    const [example] = Object.values(requestBody?.content["application/json"].examples ?? {});
    const body = example && { body: JSON.stringify(example.value) };
    const { api } = createSandbox({ systemTime: () => NOW });
    const answer = await api.fetch(requestOf(name, { key: "mst_acme_full", ...body }));
    expect(operation.responses[`${answer.status}`]).toBeDefined();
    expect(answer.status).toBe(endpoint.success);
  });

  test.each(OPERATIONS)("agree on %s: no other method is taken", async (name, { path, method }) => {
    const { api } = createSandbox();
    for (const other of METHODS) {
      const { status } = await api.fetch(requestOf(name, { method: other }));
      const taken = other === method || (other === "HEAD" && method === "GET");
      expect([other, path, status]).toEqual([other, path, taken ? 401 : 405]);
    }
  });

  test("agree on the paths, without any other", () => {
    const paths = Object.values(ENDPOINTS).map(({ path }) => path);
    expect(Object.keys(DOCUMENT.paths)).toEqual(paths);
  });
});
