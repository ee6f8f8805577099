// What an editor with yaml-language-server makes of the files that `init` writes.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { isPair, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { INIT } from "../../src/cli/commands/init.ts";
import { formatJsonSchema, type JsonSchemaName } from "../../src/seeds/write/json-schema.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import {
  type LanguageServer,
  type Position,
  startLanguageServer,
} from "../support/language-server.ts";
import { FIELDS } from "./schema-fields.ts";

// Why: the server waits before it checks a document, and starts slowly on a busy machine.
setDefaultTimeout(30_000);

const SEEDS = await Bun.file(join(import.meta.dir, "every-field.yaml")).text();

const SCENARIO = SEEDS.replace("seeds.schema", "../scenario.schema")
  .replace("merchants:", "description: What to try\nextends: slow\nmerchants:")
  .replace("    name: Acme", "    remove: true\n    name: Acme")
  .replace("    status: active", "    remove: true\n    status: active")
  .replace("    status: PUBLISHED", "    remove: true\n    status: PUBLISHED")
  .replace("    state: PAID", "    remove: true\n    state: PAID");

const HALF_WRITTEN = `# yaml-language-server: $schema=seeds.schema.json
keys:
  - key: mst_acme_full
    merchant: acme
    scopes: [catalog:read, |]
  - key: mst_acme_revoked
    merchant: acme
    status: |
  - |
orders:
  - product: ATLAS-1
    amountMinor: 4900
    createdAt: now
    |
faults:
  - endpoint: |
  - respond: |
  - drop: |
settings:
  rateLimitHeaders: |
  listOrder: |
  errorBody: |
  unknownQuery: |
  |
|
`;

describe("an editor with yaml-language-server", () => {
  let directory: TemporaryDirectory;
  let server: LanguageServer;
  const pathOf = (name: string) => join(directory.path, "seeds", name);

  beforeAll(async () => {
    directory = await temporaryDirectory();
    expect(await INIT.run([pathOf("")], fakeTerminal(), {})).toBe(0);
    server = await startLanguageServer();
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });

  test("marks nothing in what init writes", async () => {
    const paths = await Array.fromAsync(new Glob("**/*.yaml").scan(pathOf("")));
    expect(paths.length).toBeGreaterThan(5);
    const marks = paths.map(async (name) => {
      const path = pathOf(name);
      return { name, marks: await server.open(path, await Bun.file(path).text()) };
    });
    expect(await Promise.all(marks)).toEqual(paths.map((name) => ({ name, marks: [] })));
  });

  test.each([
    ["seeds", "every-field.yaml", SEEDS],
    ["scenario", "scenarios/every-field.yaml", SCENARIO],
  ] as const)("explains each field that %s may have", async (schema, name, text) => {
    const path = pathOf(name);
    expect(await server.open(path, text)).toEqual([]);
    const shown: Record<string, string> = {};
    for (const [field, position] of locateFields(text)) {
      const help = sentenceOf(await server.help(path, position));
      shown[field] = help.replace(/ Default: .*/, "");
    }
    expect(shown).toEqual({ ...FIELDS[schema], ...sectionHelp(schema) });
  });

  test("marks a misspelt field at its place", async () => {
    const text = SEEDS.replace("status: active", "statsu: active");
    const marks = await server.open(pathOf("misspelt.yaml"), text);
    expect(marks).toEqual([
      {
        start: { line: 11, character: 4 },
        end: { line: 11, character: 10 },
        message: "Property statsu is not allowed.",
      },
    ]);
  });

  test("marks in a base what only a scenario may say", async () => {
    const text = SCENARIO.replace("../scenario.schema", "seeds.schema");
    const marks = await server.open(pathOf("no-scenario.yaml"), text);
    const lines = marks.map(({ start }) => start.line).toSorted((a, b) => a - b);
    expect(lines.map((line) => text.split("\n")[line]?.trim())).toEqual([
      "description: What to try",
      "extends: slow",
      "remove: true",
      "remove: true",
      "remove: true",
      "remove: true",
    ]);
  });

  test("is content with a scenario that names an entry and changes one field", async () => {
    const text = [
      "# yaml-language-server: $schema=../scenario.schema.json",
      "keys:",
      "  - { key: mst_acme_full, status: revoked }",
      "orders:",
      "  - { ref: acme-yen, remove: true }",
      "merchants:",
      "settings:",
      "",
    ].join("\n");
    expect(await server.open(pathOf("scenarios/revoked.yaml"), text)).toEqual([]);
  });

  test("proposes what is allowed at each place", async () => {
    const path = pathOf("half-written.yaml");
    await server.open(path, HALF_WRITTEN.replaceAll("|", ""));
    const proposed: string[][] = [];
    for (const position of locateCursors(HALF_WRITTEN)) {
      proposed.push(await server.complete(path, position));
    }
    expect(proposed).toEqual([
      ["catalog:read", "orders:read", "checkout:links"],
      ["active", "revoked"],
      // Why: `object` stands for a whole entry.
      [
        "key",
        "object",
        "merchant",
        "scopes",
        "status",
        "expiresAt",
        "sandboxAccess",
        "rateLimit",
        "repeat",
      ],
      ["id", "ref", "state", "currency", "quantity", "refundedMinor", "repeat"],
      ["ping", "products", "orders", "checkout-links", "any"],
      ["400", "401", "403", "404", "429", "500", "502", "503", "504"],
      ["before", "midway"],
      ["none", "draft"],
      ["newest", "oldest", "shuffled", "changing"],
      ["json", "problem", "empty", "html"],
      ["ignore", "reject"],
      [
        "clock",
        "rateLimit",
        "jsonForm",
        "uuidCase",
        "timeDigits",
        "retryAfter",
        "transfer",
        "keepAlive",
        "headerCase",
        "extraScopes",
      ],
      ["apiKey", "merchants", "products"],
    ]);
  });
});

/** Finds the places of all fields, those of the entries of a list under the name of the list. */
function locateFields(text: string): [field: string, place: Position][] {
  const lines = new LineCounter();
  const found: [string, Position][] = [];
  visit(parseDocument(text, { lineCounter: lines }), {
    Pair: (_, pair, ancestors) => {
      const names = [...ancestors, pair].flatMap((node) =>
        isPair(node) ? [String(node.key)] : [],
      );
      const { line, col } = lines.linePos(isScalar(pair.key) ? (pair.key.range?.[0] ?? 0) : 0);
      // Why: within the name, for at its first character the entry before it may still be meant.
      found.push([names.join("."), { line: line - 1, character: col }]);
    },
  });
  return found;
}

/** Finds the places of the cursors that a text shows as `|`, as they are once these are taken out. */
function locateCursors(text: string): Position[] {
  return text
    .split("\n")
    .flatMap((content, line) =>
      content.includes("|") ? [{ line, character: content.indexOf("|") }] : [],
    );
}

/** The first paragraph of Markdown, as plain text. */
function sentenceOf(markdown: string): string {
  return (markdown.split("\n\n")[0] ?? "").replace(/\\(?=[^A-Za-z0-9\s])/g, "");
}

function sectionHelp(schema: JsonSchemaName): Record<string, string> {
  const { properties } = JSON.parse(formatJsonSchema(schema));
  return Object.fromEntries(
    Object.entries<{ description: string }>(properties).map(([name, { description }]) => [
      name,
      description.replace(/ Default: .*/, ""),
    ]),
  );
}
