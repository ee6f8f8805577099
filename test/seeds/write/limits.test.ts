// How long texts may be: each has a limit. The reference in docs/seeds.md is made of the schema, and has them.
import { expect, test } from "bun:test";
import { formatJsonSchema } from "../../../src/seeds/write/json-schema.ts";
import { problems } from "../load.ts";
import { limitOf, PAGE_PATH, type Schema, withReference } from "./reference.ts";

/** The fields that are texts, each with its limit. */
function limitsIn(schema: Schema, path: string): [path: string, limit: number | undefined][] {
  const { type, properties = {}, items, anyOf = [] } = schema;
  const isText = type === "string" && schema.enum === undefined && schema.const === undefined;
  return [
    ...(isText ? [[path, limitOf(schema)] satisfies [string, number | undefined]] : []),
    ...anyOf.flatMap((option) => limitsIn(option, path)),
    ...(items ? limitsIn(items, path) : []),
    ...Object.entries(properties).flatMap(([name, field]) =>
      limitsIn(field, path === "" ? name : `${path}.${name}`),
    ),
  ];
}

const FIELDS = new Map(
  (["seeds", "scenario"] as const).flatMap((name) =>
    limitsIn(JSON.parse(formatJsonSchema(name)), ""),
  ),
);

test("every text has a limit", () => {
  expect([...FIELDS].filter(([, limit]) => limit === undefined)).toEqual([]);
  expect(FIELDS.size).toBeGreaterThan(25);
});

test("the reference in docs/seeds.md is that of the schema: run test/seeds/write/reference.ts", async () => {
  const page = await Bun.file(PAGE_PATH).text();
  expect(page).toBe(withReference(page));
});

test.each([
  ["merchants", "slug: acme, name: TEXT", 200],
  ["products", "publicCode: TEXT, merchant: acme, currency: EUR", 256],
  ["products", "publicCode: A, merchant: acme, currency: TEXT", 200],
  ["products", "publicCode: A, merchant: acme, currency: EUR, status: TEXT", 200],
  ["products", "publicCode: A, merchant: acme, currency: EUR, title: TEXT", 1_000],
])("in %s, {%s} has %d characters at most, whatever their width", (section, fields, most) => {
  const seeds = (character: string, length: number) => {
    const beneath = section === "merchants" ? "" : "merchants: [{ slug: acme }]\n";
    return `${beneath}${section}: [{ ${fields.replace("TEXT", character.repeat(length))} }]\n`;
  };
  for (const character of ["x", "😀"]) {
    expect(problems(seeds(character, most))).toEqual([]);
    expect(problems(seeds(character, most + 1))[0]).toContain(` ${most} characters`);
  }
});
