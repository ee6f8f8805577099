// The comment in a seed file that tells editors which JSON Schema to use.

/** The files of the schemas, at the top of a seeds directory. */
export const SEEDS_SCHEMA = "seeds.schema.json";
export const SCENARIO_SCHEMA = "scenario.schema.json";

/** Puts the comment above the text of a file; `schema` is the relative path of the schema. */
export function withModeline(schema: string, text: string): string {
  return `# yaml-language-server: $schema=${schema}\n\n${text}`;
}
