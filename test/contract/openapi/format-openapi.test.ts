// The description as text: the same in both formats, whatever reads it.
import { expect, test } from "bun:test";
import { parse } from "yaml";
import { createApiDocument, formatOpenApi } from "../../../src/contract/openapi/openapi.ts";

const DOCUMENT: unknown = createApiDocument();

test("JSON is the document, line by line", async () => {
  const text = await formatOpenApi("json");
  expect(JSON.parse(text)).toEqual(DOCUMENT);
  expect(text).toStartWith('{\n  "openapi": "3.1.0",\n');
  expect(text).toEndWith("}\n");
});

test.each([
  ["YAML 1.2", (text: string): unknown => parse(text, { version: "1.2" })],
  ["YAML 1.1", (text: string): unknown => parse(text, { version: "1.1" })],
  ["Bun", (text: string): unknown => Bun.YAML.parse(text)],
])("YAML is the document to a reader of %s, without anchors", async (_reader, read) => {
  const text = await formatOpenApi("yaml");
  expect(read(text)).toEqual(DOCUMENT);
  expect(text).toStartWith("openapi: 3.1.0\n");
  expect(text).not.toMatch(/: [&*]/);
});

test("both contain the given address", async () => {
  const options = { baseUrl: "https://pay.test/w/flaky" };
  expect(JSON.parse(await formatOpenApi("json", options))).toEqual(createApiDocument(options));
  expect(parse(await formatOpenApi("yaml", options))).toEqual(createApiDocument(options));
});
