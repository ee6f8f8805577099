// How long texts may be: each has a limit, and docs/seeds.md has a table of them that is made of the schema.
import { expect, test } from "bun:test";
import { join } from "node:path";
import { formatJsonSchema } from "../../../src/seeds/format/json-schema.ts";
import { problems } from "../load.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly pattern?: string;
}

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

function limitOf({ maxLength, pattern = "" }: Schema): number | undefined {
  if (maxLength !== undefined) return maxLength;
  if (pattern.includes("{12}$")) return 36;
  const [, first, least, most] = /(\])?\[?[^[]*\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  return most === undefined ? undefined : Number(most) + (first && least === "0" ? 1 : 0);
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

test("the reference has a table of the limits", async () => {
  const limits = [...new Set(FIELDS.values())].toSorted((a, b) => (a ?? 0) - (b ?? 0));
  const rows = limits.map((limit) => {
    const fields = [...FIELDS].filter(([, own]) => own === limit).map(([path]) => `\`${path}\``);
    return `| ${limit} | ${fields.join(", ")} |`;
  });
  const docs = await Bun.file(join(import.meta.dir, "../../../docs/seeds.md")).text();
  expect(docs).toContain(["| characters | fields |", "|---|---|", ...rows, ""].join("\n"));
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
