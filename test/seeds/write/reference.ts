// Writes the fields of seed files into docs/seeds.md, as the JSON Schema describes them:
// `bun test/seeds/write/reference.ts`.
import { join } from "node:path";
import { formatJsonSchema } from "../../../src/seeds/write/json-schema.ts";

export const PAGE_PATH = join(import.meta.dir, "../../../docs/seeds.md");

const BEGIN = "<!-- test/seeds/write/reference.ts writes these tables -->\n";
const END = "<!-- end of the tables -->\n";

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The most characters of a text; undefined if it has no limit. */
export function limitOf({ maxLength, pattern = "" }: Schema): number | undefined {
  if (maxLength !== undefined) return maxLength;
  if (pattern.includes("{12}$")) return 36;
  const [, first, least, most] = /(\])?\[?[^[]*\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  return most === undefined ? undefined : Number(most) + (first && least === "0" ? 1 : 0);
}

/** Formats a table for each section of a file, and one for the other fields. */
export function formatReference(): string {
  const seeds: Schema = JSON.parse(formatJsonSchema("seeds"));
  const scenario: Schema = JSON.parse(formatJsonSchema("scenario"));
  const sections = Object.entries(seeds.properties ?? {}).flatMap(
    ([name, { items, ...section }]) => {
      const fields = items ?? section;
      if (fields.properties === undefined) return [];
      return [`### ${titleOf(name)}\n\n${section.description}\n\n${formatTable(fields)}`];
    },
  );
  const { merchants } = scenario.properties ?? {};
  const remove = merchants?.items?.properties?.remove ?? {};
  const others = Object.entries(scenario.properties ?? {}).filter(
    ([, { type }]) => type === "string",
  );
  const rest: Schema = { properties: { ...Object.fromEntries(others), remove: remove } };
  return [
    ...sections,
    `### Other fields\n\n\`apiKey\` is for any file, the others are for [scenarios](scenarios.md). \`remove\` is a field of an entry.\n\n${formatTable(rest)}`,
  ].join("\n");
}

const titleOf = (name: string) => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

function formatTable(schema: Schema): string {
  const rows = rowsOf(schema, "").map((cells) => `| ${cells.join(" | ")} |\n`);
  return `| field | default | meaning | most characters |\n|---|---|---|---|\n${rows.join("")}`;
}

/** A row for each field, also of the mappings that a field may hold. */
function rowsOf({ properties = {}, required = [] }: Schema, path: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const options = [field, ...(field.anyOf ?? []), ...(field.items ? [field.items] : [])];
    const [meaning = "", standard = ""] = (field.description ?? "").split(/ Default: (.+)\.$/);
    const values = valuesOf(field);
    const limit = options.map(limitOf).find((most) => most !== undefined);
    return [
      [
        `\`${path}${name}\``,
        required.includes(name) ? "*required*" : standard,
        `${meaning}${values === "" ? "" : ` Values: ${values}.`}`,
        limit === undefined ? "" : String(limit),
      ],
      ...options.flatMap((option) => rowsOf(option, `${path}${name}.`)),
    ];
  });
}

function valuesOf({ enum: values, items }: Schema): string {
  const all = values ?? items?.enum ?? [];
  return all.map((value) => `\`${value}\``).join(", ");
}

/** Puts the tables into the text of the page. Throws if their place is missing. */
export function withReference(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error("the page has no such place");
  return `${before}${BEGIN}\n${formatReference()}\n${END}${after}`;
}

if (import.meta.main) {
  await Bun.write(PAGE_PATH, withReference(await Bun.file(PAGE_PATH).text()));
}
