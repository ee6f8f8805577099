// `schema`: prints the JSON Schema of seed files, for editors and other tools.
import { formatJsonSchema, type JsonSchemaName } from "../../seeds/write/json-schema.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { defineCommand } from "../define-command.ts";
import { UsageError } from "../terminal.ts";

const NAMES: readonly JsonSchemaName[] = ["seeds", "scenario"];

export const SCHEMA = defineCommand({
  operands: "[seeds|scenario]",
  options: {},
  notes: [
    "Prints a draft-07 JSON Schema of seed files, or with `scenario`, of scenario files.",
    "Editors with yaml-language-server use the schema that the first line of a file names:",
    "  # yaml-language-server: $schema=seeds.schema.json",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  async run({ operands: [given = "seeds"] }) {
    const name = NAMES.find((known) => known === given);
    if (name === undefined) throw unknownSchema(given);
    return formatJsonSchema(name);
  },
});

function unknownSchema(given: string): UsageError {
  const near = closestMatch(given, NAMES);
  const hint = near ? ` Did you mean ${near}?` : "";
  return new UsageError(
    `schema takes ${NAMES.join(" or ")}, received ${JSON.stringify(given)}.${hint}`,
  );
}
