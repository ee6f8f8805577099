// The API reference: everything in the OpenAPI description is on the page, and what the page shows of
// a world belongs to that world.
import { describe, expect, test } from "bun:test";
import { ENDPOINTS, type Endpoint } from "../../../src/contract/endpoints.ts";
import { ERRORS } from "../../../src/contract/errors.ts";
import {
  type ApiBody,
  type ApiOperation,
  type ApiSchema,
  headerAt,
  responseAt,
} from "../../../src/contract/openapi/api-document.ts";
import { createSandbox } from "../../../src/library/library.ts";
import { DOCUMENT } from "../../support/described.ts";
import { sandbox } from "../../support/sandbox.ts";
import { CONTROL_PATHS, HOSTED, missing, openDocs } from "./read.ts";

const OPERATIONS = Object.values(ENDPOINTS).map(
  (endpoint): [name: string, Endpoint, ApiOperation] => {
    const { get, post } = DOCUMENT.paths[endpoint.path] ?? {};
    const operation = endpoint.method === "GET" ? get : post;
    if (operation === undefined) throw new Error(`${endpoint.name} is not described`);
    return [endpoint.name, endpoint, operation];
  },
);

/** Every page of the references. */
const PATHS = [
  ...["/docs", "/docs/errors", "/docs/control", "/docs/control/schemas"],
  ...CONTROL_PATHS,
  ...["/docs?language=go", "/docs/control/worlds?language=go"],
];

const whole = await openDocs(sandbox(), "/docs");

/** The fields of a schema: the path of each, and the statements about it. */
function fieldsOf(schema: ApiSchema, prefix = ""): [path: string, statements: string[]][] {
  const name = schema.$ref?.split("/").at(-1);
  const named: Readonly<Record<string, ApiSchema>> = DOCUMENT.components.schemas;
  const { properties = {}, items } = name ? (named[name] ?? {}) : schema;
  const own = Object.entries(properties).flatMap(([field, inner]) => {
    const { type = "", format = "", description = "" } = inner;
    const choice = inner["x-sandbox-choice"] ?? "";
    const values = inner.enum ?? inner.items?.enum ?? [];
    const statements = [
      type === "array" ? "list of" : type,
      format,
      description,
      choice,
      ...values,
    ];
    return [
      [prefix + field, statements] as [string, string[]],
      ...fieldsOf(inner, `${prefix}${field}.`),
    ];
  });
  const inList = items ? fieldsOf(items, prefix.replace(/\.$/, prefix === "." ? "" : "[].")) : [];
  return [...own, ...inList];
}

/** Expects that a page has a row for each field of a body, with all that is said of the field. */
function expectFields({ content }: Pick<ApiBody, "content">): void {
  const fields = fieldsOf(content["application/json"].schema);
  expect(fields.length).toBeGreaterThan(0);
  for (const [path, statements] of fields) {
    const lacking = (row: readonly string[]) => missing(row.slice(1).join(" "), statements);
    const rows = whole.rows.filter(([first]) => first === path);
    const best = rows.map(lacking).toSorted((a, b) => a.length - b.length)[0];
    expect([path, best]).toEqual([path, []]);
  }
}

describe("the page", () => {
  test("marks the required fields of a request and the optional fields of a response", () => {
    const marked = whole.rows.filter(([, type]) => /required|optional/.test(type ?? ""));
    expect(marked.map(([path, type]) => [path, type])).toEqual([
      ["productId", "string, uuid required"],
      ["error.issues", "list of object optional"],
    ]);
  });

  test("shows the introduction of the description", () => {
    const { info, components } = DOCUMENT;
    expect(whole.status).toBe(200);
    const { bearer } = components.securitySchemes;
    expect(missing(whole.text, [info.title, info.description, bearer.description])).toEqual([]);
  });

  test.each(OPERATIONS)("has the whole content of %s", (_name, endpoint, operation) => {
    const { summary, description, requestBody, responses } = operation;
    const { method, path, scope } = endpoint;
    const choice = operation["x-sandbox-choice"];
    const needs = scope && `Required scope: ${scope}`;
    const said = [summary, `${method} ${path}`, description, choice, needs];
    expect(missing(whole.text, said)).toEqual([]);
    if (requestBody) expectFields(requestBody);
    for (const [status, place] of Object.entries(responses)) {
      const response = responseAt(DOCUMENT, place);
      const choice = response["x-sandbox-choice"];
      expect(missing(whole.text, [response.description, choice])).toEqual([]);
      expectFields(response);
      if (status === `${endpoint.success}`) continue;
      for (const [code, { value }] of Object.entries(
        response.content["application/json"].examples,
      )) {
        const shown = whole.blocks.filter(({ caption }) => caption === code);
        expect(shown.map(({ text }) => JSON.parse(text))).toContainEqual(value);
      }
    }
  });

  test("describes each header and says which responses have it", () => {
    const said = OPERATIONS.flatMap(([, , { responses }]) =>
      Object.entries(responses).flatMap(([status, place]) =>
        Object.entries(responseAt(DOCUMENT, place).headers).map(([name, given]) => ({
          name,
          status: status === "default" ? "other" : status,
          ...headerAt(DOCUMENT, given),
        })),
      ),
    );
    for (const { name, status, description, required, "x-sandbox-choice": choice } of said) {
      const row = whole.rows.find(
        ([first, , third = ""]) => first === name && missing(third, [description]).length === 0,
      );
      expect([name, row?.[1]]).toEqual([name, expect.stringContaining(status)]);
      expect(row?.[1]?.includes("sometimes")).toBe(!required);
      expect(missing(whole.text, [choice])).toEqual([]);
    }
  });

  test("has a row for each error", () => {
    for (const [code, { status, message }] of Object.entries(ERRORS)) {
      expect(whole.rows).toContainEqual([`${status}`, code, message]);
    }
  });

  test("marks each choice of the sandbox in the same way", () => {
    const choices = [...whole.html.matchAll(/<p class="choice"><strong>(.*?)<\/strong>/g)];
    expect(choices.length).toBeGreaterThan(8);
    expect(new Set(choices.map(([, words]) => words))).toEqual(
      new Set(["The sandbox&#39;s choice."]),
    );
  });

  test.each(PATHS)("%s links to its own headings, each of which can be linked to", async (path) => {
    const { html } = await openDocs(sandbox(), path);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const headings = [
      ...html.matchAll(/<h[23] id="([^"]+)">.*?<a class="anchor" href="#([^"]+)"/g),
    ];
    expect(headings.length).toBe([...html.matchAll(/<h[23]/g)].length);
    expect(headings.filter(([, id, href]) => id !== href)).toEqual([]);
    const links = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.includes(id))).toEqual([]);
    const contents = /<nav class="contents".*?<\/nav>/s.exec(html)?.[0] ?? "";
    for (const [, id] of html.matchAll(/<h2 id="([^"]+)"/g))
      expect(contents).toContain(`href="#${id}"`);
  });

  test.each(PATHS)("%s weighs less than 100 KB, style and script included", async (path) => {
    const made = createSandbox();
    const { html } = await openDocs(made, path);
    const assets = [
      ...html.matchAll(/<(?:link rel="(?:stylesheet|icon)"|script)[^>]*(?:href|src)="([^"]+)"/g),
    ];
    expect(assets.length).toBe(4);
    let bytes = new TextEncoder().encode(html).length;
    for (const [, asset = ""] of assets) {
      const response = await made.hosted.fetch(new Request(HOSTED + asset));
      expect([asset, response.status]).toEqual([asset, 200]);
      bytes += (await response.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThan(100_000);
  });

  test("does not exist at other paths", async () => {
    for (const path of ["/docs/", "/docs/nothing", "/docs/control/x", "/docs/docs.client.js"]) {
      const { status, text } = await openDocs(sandbox(), path);
      expect([path, status, text.includes(`No page at ${path}.`)]).toEqual([path, 404, true]);
    }
    const response = await sandbox().hosted.fetch(new Request(`${HOSTED}/w/default/docs/try`));
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/docs"]);
  });
});
