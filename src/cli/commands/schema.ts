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
    "It is draft-07: of a file of the base, or with `scenario` of a scenario's file.",
    "An editor with yaml-language-server completes and explains a file whose first line names it:",
    "  # yaml-language-server: $schema=seeds.schema.json",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: runSchema,
};

/** Runs `schema`. Throws `UsageError`. */
async function runSchema(args: readonly string[], terminal: Terminal): Promise<number> {
  const { operands } = readArguments(SCHEMA.options, args, terminal.env);
  const [given = "seeds", extra] = operands;
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`);
  const name = NAMES.find((known) => known === given);
  if (name === undefined) throw unknownSchema(given);
  terminal.stdout(formatJsonSchema(name));
  return EXIT.ok;
}

function unknownSchema(given: string): UsageError {
  const near = closestMatch(given, NAMES);
  const hint = near ? `; did you mean ${near}?` : "";
  return new UsageError(
    `schema takes ${NAMES.join(" or ")}, received ${JSON.stringify(given)}${hint}`,
  );
}
