// What the control API says of itself. That each of its answers is as it says, all tests beside this one
// hold; here is whether the description is whole, and sound.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import type { ControlMethod } from "../../src/contract/openapi/control-document.ts";
import { OPERATIONS } from "../../src/control/operations.ts";
import { VERSION } from "../../src/version.ts";
import { sandbox, type TestSandboxOptions } from "../support/sandbox.ts";
import { CONTROL, compile, DESCRIPTION } from "./ask.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const SchemaSchema = v.record(v.string(), v.unknown());
const ContentSchema = v.record(
  v.string(),
  v.strictObject({ schema: SchemaSchema, example: v.optional(v.unknown()) }),
);
/** As far as the control API uses it: OpenAPI 3.1, strictly, so that no field is misspelt. */
const OpenApiSchema = v.strictObject({
  openapi: v.literal("3.1.0"),
  info: v.strictObject({ title: v.string(), version: v.string(), description: v.string() }),
  servers: v.array(v.strictObject({ url: v.string(), description: v.string() })),
  tags: v.array(v.strictObject({ name: v.string(), description: v.string() })),
  security: v.optional(v.array(v.strictObject({ token: v.tuple([]) }))),
  paths: v.record(
    v.pipe(v.string(), v.startsWith("/")),
    v.record(
      v.picklist(METHODS),
      v.strictObject({
        operationId: v.string(),
        summary: v.string(),
        description: v.optional(v.string()),
        tags: v.tuple([v.string()]),
        security: v.optional(v.tuple([])),
        parameters: v.optional(
          v.array(
            v.strictObject({
              name: v.string(),
              in: v.picklist(["path", "query"]),
              required: v.boolean(),
              schema: SchemaSchema,
              example: v.optional(v.string()),
            }),
          ),
        ),
        requestBody: v.optional(v.strictObject({ required: v.boolean(), content: ContentSchema })),
        responses: v.record(
          v.pipe(v.string(), v.regex(/^(?:[1-5]\d\d|default)$/)),
          v.strictObject({ description: v.string(), content: v.optional(ContentSchema) }),
        ),
      }),
    ),
  ),
  components: v.strictObject({
    schemas: v.record(v.string(), SchemaSchema),
    securitySchemes: v.optional(
      v.strictObject({
        token: v.strictObject({
          type: v.literal("http"),
          scheme: v.literal("bearer"),
          description: v.string(),
        }),
      }),
    ),
  }),
});

test("a PATCH names no defaults, because what is left out stays as it is", async () => {
  const { paths } = await readDocument();
  const bodyOf = (path: string, method: "post" | "patch") =>
    JSON.stringify(paths[path]?.[method]?.requestBody);
  const worlds = "/_sandbox/worlds/{world}";
  const products = `${worlds}/products`;
  expect(bodyOf(products, "post")).toContain("Default: PUBLISHED.");
  expect(bodyOf(`${products}/{product}`, "patch")).toContain("Any word, like DRAFT");
  for (const path of [`${products}/{product}`, `${worlds}/orders/{order}`]) {
    expect(bodyOf(path, "patch")).not.toMatch(/Default|"default"/);
  }
});

async function readDocument(options: TestSandboxOptions = {}) {
  const headers = { Authorization: `Bearer ${options.controlToken}` };
  const request = new Request(`${CONTROL}/openapi.json`, { headers });
  const answer = await sandbox(options).hosted.fetch(request);
  return v.parse(OpenApiSchema, await answer.json());
}

type Described = v.InferOutput<typeof OpenApiSchema>;

/** Every operation of a description, with its path and its method. */
function operationsOf({ paths }: Described) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, ...operation })),
  );
}

describe("/_sandbox/openapi.json", () => {
  test("is OpenAPI 3.1, of this version", async () => {
    const document = await readDocument();
    const { description, ...info } = document.info;
    expect(info).toEqual({ title: "merchant-sandbox: the control API", version: VERSION });
    expect(description).toContain("worlds, clocks, faults");
    expect(document.servers[0]?.url).toBe("http://127.0.0.1:4701");
    expect(Object.keys(document.paths)).toEqual(Object.keys(DESCRIPTION.paths));
  });

  test("describes every operation, the health check and itself, and nothing else", async () => {
    const { paths } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    const known = OPERATIONS.map(
      ({ method, path }) => `${method} /_sandbox${path.replace(/:(\w+)/g, "{$1}")}`,
    );
    const alone = ["get /_sandbox", "get /_sandbox/health", "get /_sandbox/openapi.json"];
    expect(described.toSorted()).toEqual([...alone, ...known].toSorted());
    expect(new Set(known).size).toBe(OPERATIONS.length);
  });

  test("names each part of a path as a parameter", async () => {
    const { paths } = await readDocument();
    for (const [path, operations] of Object.entries(paths)) {
      const parts = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name);
      for (const { parameters = [] } of Object.values(operations)) {
        const named = parameters.filter((parameter) => parameter.in === "path");
        expect(named.map(({ name, required }) => [name, required])).toEqual(
          parts.map((name) => [name ?? "", true]),
        );
      }
    }
  });

  test("gives schemas that compile as JSON Schema 2020-12, and refers to nothing but its own", async () => {
    const document = await readDocument();
    let count = 0;
    for (const { requestBody, responses } of operationsOf(document)) {
      const contents = [requestBody?.content, ...Object.values(responses).map((r) => r.content)];
      for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
        expect(compile(schema)).toBeFunction();
        count++;
      }
    }
    expect(count).toBeGreaterThan(2 * OPERATIONS.length);
    const named = Object.keys(document.components.schemas);
    const referred = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
    expect(new Set(Array.from(referred, ([, name]) => name))).toEqual(new Set(named));
    expect(JSON.stringify(document).match(/"\$ref":"(?!#\/components\/)/)).toBeNull();
  });

  test("names each operation once, in a group that is described", async () => {
    const document = await readDocument();
    const operations = operationsOf(document);
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
    const groups = new Set(operations.map(({ tags: [group] }) => group));
    expect([...groups]).toEqual(document.tags.map(({ name }) => name));
  });

  test("gives an example of each body that is to be sent, and it fits", async () => {
    const bodies = operationsOf(await readDocument()).flatMap(({ operationId, requestBody }) =>
      requestBody?.content["application/json"]?.example !== undefined
        ? [{ operationId, ...requestBody.content["application/json"], schema: requestBody.content }]
        : [],
    );
    expect(bodies.length).toBe(OPERATIONS.filter(({ body }) => body).length);
    for (const { operationId, example, schema } of bodies) {
      const validate = compile(schema["application/json"]?.schema ?? {});
      expect([operationId, example, validate(example), validate.errors]).toEqual([
        operationId,
        expect.anything(),
        true,
        null,
      ]);
    }
  });

  test("gives no example of what the default world lacks", async () => {
    const document = await readDocument({ seeds: "merchants: []" });
    const lacking = operationsOf(document).flatMap(({ operationId, requestBody }) => {
      const content = requestBody?.content["application/json"];
      return requestBody?.required && content?.example === undefined ? [operationId] : [];
    });
    expect(lacking).toEqual(["createKey", "addProduct", "addOrder", "setRateLimits"]);
    const parameters = operationsOf(document).flatMap(({ parameters = [] }) => parameters);
    const examples = parameters.flatMap(({ example }) => (example === undefined ? [] : [example]));
    expect(new Set(examples)).toEqual(new Set(["default", "demo"]));
  });

  test("requires the token, if one is set, for everything except the health check", async () => {
    const open = await readDocument();
    expect([open.security, open.components.securitySchemes]).toEqual([undefined, undefined]);
    const secured = await readDocument({ controlToken: "s3cret" });
    expect(secured.security).toEqual([{ token: [] }]);
    expect(secured.components.securitySchemes?.token.scheme).toBe("bearer");
    expect(JSON.stringify(secured)).not.toContain("s3cret");
    const free = operationsOf(secured).filter(({ responses }) => responses[401] === undefined);
    expect(free.map(({ operationId, security }) => [operationId, security])).toEqual([
      ["getHealth", []],
    ]);
    expect(operationsOf(open).filter(({ responses }) => responses[401])).toEqual([]);
  });

  test("describes the request of each write and the responses of each call", async () => {
    const { paths } = await readDocument();
    for (const operation of OPERATIONS) {
      const { method, path, body, response, success = 200, mediaType, isBodyOptional } = operation;
      const described = paths[`/_sandbox${path.replace(/:(\w+)/g, "{$1}")}`]?.[method];
      const takes = described?.requestBody;
      expect([method, path, takes?.required]).toEqual([
        method,
        path,
        method === "post" && body === undefined ? false : body && !isBodyOptional,
      ]);
      const answer = described?.responses[success];
      const types = Object.keys(answer?.content ?? {});
      expect([path, types]).toEqual([path, response ? [mediaType ?? "application/json"] : []]);
      expect(described?.responses.default?.content).toHaveProperty(["application/problem+json"]);
    }
  });

  test("accepts what the schemas accept, and rejects what they reject", () => {
    const paths = DESCRIPTION.paths;
    const bodyOf = (path: string, method: ControlMethod) => {
      const content = paths[`/_sandbox/worlds${path}`]?.[method]?.requestBody?.content;
      return compile(content?.["application/json"]?.schema ?? {});
    };
    for (const [path, method, body, fits] of [
      ["", "post", {}, true],
      ["", "post", { name: "a", scenario: "b", seeds: { keys: [] } }, true],
      ["", "post", { seeds: [] }, false],
      ["", "post", [], false],
      ["", "post", { colour: 1 }, false],
      ["/{world}/clock", "put", { now: "now+1d" }, true],
      ["/{world}/clock", "put", { now: "tomorrow" }, false],
      ["/{world}/clock/advance", "post", {}, false],
      ["/{world}/keys", "post", { merchant: "acme" }, true],
      ["/{world}/keys", "post", { key: "short", merchant: "acme" }, false],
      ["/{world}/orders", "post", { product: "A", amountMinor: 12 }, true],
      ["/{world}/orders", "post", { product: "A", amountMinor: "1.2" }, false],
      ["/{world}/orders", "post", { product: "A", amountMinor: 2 ** 53 - 1 }, true],
      ["/{world}/orders", "post", { product: "A", amountMinor: 2 ** 53 }, false],
      ["/{world}/orders", "post", { product: "A", amountMinor: `${2 ** 53}` }, true],
      ["/{world}/orders/{order}", "patch", {}, true],
      ["/{world}/orders/{order}", "patch", { product: "A" }, false],
      ["/{world}/faults", "put", [{ respond: 500, delay: { min: "1s", max: "2s" } }], true],
      ["/{world}/faults", "put", [{ respond: 418 }], false],
      ["/{world}/rate-limit", "put", { rateLimit: "off", tokens: 0 }, true],
      ["/{world}/rate-limit", "put", { tokens: -1 }, false],
      ["/{world}/reset", "post", {}, true],
      ["/{world}/reset", "post", { hard: true }, false],
    ] as const) {
      expect([path, body, bodyOf(path, method)(body)]).toEqual([path, body, fits]);
    }
  });
});
