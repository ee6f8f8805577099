// `schema`: prints the JSON Schema of seed files, for editors and other tools.
import { formatJsonSchema, type JsonSchemaName } from "../../seeds/format/json-schema.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../options.ts";
import { EXIT, type Terminal, UsageError } from "../terminal.ts";

const NAMES: readonly JsonSchemaName[] = ["seeds", "scenario"];

export const SCHEMA: Command = {
  operands: "[seeds|scenario]",
  options: {},
  notes: [
    "Prints a draft-07 JSON Schema of seed files, or with `scenario`, of scenario files.",
    "Editors with yaml-language-server use the schema that the first line of a file names:",
    "  # yaml-language-server: $schema=seeds.schema.json",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: runSchema,
};

/** Runs `schema`. Throws `UsageError`. */
async function runSchema(args: readonly string[], terminal: Terminal): Promise<number> {
  const { operands } = readArguments(SCHEMA.options, args, terminal.env);
  const [given = "seeds", extra] = operands;
  if (extra !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}.`);
  const name = NAMES.find((known) => known === given);
  if (name === undefined) throw unknownSchema(given);
  terminal.stdout(formatJsonSchema(name));
  return EXIT.ok;
}

function unknownSchema(given: string): UsageError {
  const near = closestMatch(given, NAMES);
  const hint = near ? ` Did you mean ${near}?` : "";
  return new UsageError(
    `schema takes ${NAMES.join(" or ")}, received ${JSON.stringify(given)}.${hint}`,
  );
}
