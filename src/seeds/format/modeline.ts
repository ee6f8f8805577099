// The line by which a seed file tells editors the JSON Schema that explains it.

/** The files that hold the schemas, at the top of a seeds directory. */
export const SEEDS_SCHEMA = "seeds.schema.json";
export const SCENARIO_SCHEMA = "scenario.schema.json";

/** Puts the line above the text of a file; `schema` is the schema's path from there. */
export function withModeline(schema: string, text: string): string {
  return `# yaml-language-server: $schema=${schema}\n\n${text}`;
}
