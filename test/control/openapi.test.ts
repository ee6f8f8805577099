// What the control API says of itself. That each of its answers is as it says, all tests beside this one
// hold; here is whether the description is whole, and sound.
import { describe, expect, test } from "bun:test";
import * as v from "valibot";
import { OPERATIONS } from "../../src/control/operations.ts";
import { VERSION } from "../../src/version.ts";
import { compile, controlled, DESCRIPTION } from "./ask.ts";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const SchemaSchema = v.record(v.string(), v.unknown());
const ContentSchema = v.record(v.string(), v.strictObject({ schema: SchemaSchema }));
/** As far as the control API uses it: OpenAPI 3.1, strictly, so that no field is misspelt. */
const OpenApiSchema = v.strictObject({
  openapi: v.literal("3.1.0"),
  info: v.strictObject({ title: v.string(), version: v.string() }),
  paths: v.record(
    v.pipe(v.string(), v.startsWith("/")),
    v.record(
      v.picklist(METHODS),
      v.strictObject({
        summary: v.string(),
        parameters: v.optional(
          v.array(
            v.strictObject({
              name: v.string(),
              in: v.picklist(["path", "query", "header"]),
              required: v.optional(v.boolean()),
              description: v.optional(v.string()),
              schema: SchemaSchema,
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
});

async function readDocument() {
  return v.parse(OpenApiSchema, await controlled().must(200, "GET", "/openapi.json"));
}

describe("/_sandbox/openapi.json", () => {
  test("is OpenAPI 3.1, of this version", async () => {
    const document = await readDocument();
    expect(document.info).toEqual({ title: "merchant-sandbox: the control API", version: VERSION });
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
    const alone = ["get /_sandbox/health", "get /_sandbox/openapi.json"];
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

  test("gives schemas that compile as JSON Schema 2020-12, and refers to nothing outside", async () => {
    const { paths } = await readDocument();
    let count = 0;
    for (const operations of Object.values(paths)) {
      for (const { requestBody, responses } of Object.values(operations)) {
        const contents = [requestBody?.content, ...Object.values(responses).map((r) => r.content)];
        for (const { schema } of contents.flatMap((content) => Object.values(content ?? {}))) {
          expect(JSON.stringify(schema)).not.toContain('"$ref"');
          expect(compile(schema)).toBeFunction();
          count++;
        }
      }
    }
    expect(count).toBeGreaterThan(2 * OPERATIONS.length);
  });

  test("tells of each write what it takes, and of each call what it answers", async () => {
    const { paths } = await readDocument();
    for (const { method, path, body, response, success, mediaType } of OPERATIONS) {
      const described = paths[`/_sandbox${path.replace(/:(\w+)/g, "{$1}")}`]?.[method];
      const takes = described?.requestBody;
      expect([method, path, takes?.required]).toEqual([
        method,
        path,
        method === "post" && body === undefined ? false : body && true,
      ]);
      const answer = described?.responses[success];
      const types = Object.keys(answer?.content ?? {});
      expect([path, types]).toEqual([path, response ? [mediaType ?? "application/json"] : []]);
      expect(described?.responses.default?.content).toHaveProperty(["application/problem+json"]);
    }
  });

  test("takes what the schemas take, and refuses what they refuse", () => {
    const paths = DESCRIPTION.paths;
    const bodyOf = (path: string, method: string) => {
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
      ["/{world}/orders/{id}", "patch", {}, true],
      ["/{world}/orders/{id}", "patch", { product: "A" }, false],
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
