// A command as a declaration and one function. A start of `serve` does not load it.
import * as v from "valibot";
import type { Command, CommandTable } from "./command.ts";
import { type Arguments, type OptionTable, readArguments } from "./options.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";

/** What a command gets when it runs. */
export interface CommandCall<Table extends OptionTable> extends Arguments<Table> {
  readonly terminal: Terminal;
  readonly commands: CommandTable;
}

/** The schemas of operands by their names. Their messages complete the sentence "… must be". `[NAME]` may be left out. */
export type OperandSchemas = Readonly<Record<string, () => v.GenericSchema<string, unknown>>>;

interface Definition<Table extends OptionTable>
  extends Omit<Command, "operands" | "options" | "run"> {
  /** The arguments after the name: one or a list, which `run` checks, or several with schemas. Default: none. */
  readonly operands?: string | OperandSchemas;
  readonly options: Table;
  /** Whether messages leave out an unexpected argument, because it may be a key. */
  readonly secret?: boolean;
  /** Runs it. Returns the text to print, or the exit code. Throws `UsageError` and `CommandError`. */
  run(call: CommandCall<Table>): Promise<string | number>;
}

/** Defines a command whose flags and operands are read before it runs. */
export function defineCommand<const Table extends OptionTable>({
  operands = {},
  secret,
  run,
  ...definition
}: Definition<Table>): Command {
  const names = typeof operands === "string" ? [operands] : Object.keys(operands);
  return {
    ...definition,
    ...(names.length > 0 && { operands: names.join(" ") }),
    async run(args, terminal, commands) {
      const given = readArguments(definition.options, args, terminal.env);
      const extra = given.operands[names.length];
      const isList = names.at(-1)?.includes("…") ?? false;
      if (extra !== undefined && !isList) throw unexpected(secret ? undefined : extra);
      if (typeof operands !== "string") checkOperands(operands, given.operands);
      const result = await run({ ...given, terminal, commands });
      if (typeof result === "number") return result;
      terminal.stdout(result);
      return EXIT.ok;
    },
  };
}

function unexpected(operand: string | undefined): UsageError {
  return new UsageError(
    operand === undefined
      ? "Unexpected argument, not shown because it may be a key. Put a flag such as --key before it."
      : `Unexpected argument ${JSON.stringify(operand)}.`,
  );
}

/** Checks operands. Throws `UsageError`. */
function checkOperands(schemas: OperandSchemas, given: readonly string[]): void {
  for (const [at, [name, schema]] of Object.entries(schemas).entries()) {
    const value = given[at];
    if (value === undefined && !name.startsWith("[")) throw new UsageError(`Missing ${name}.`);
    const result = value === undefined ? undefined : v.safeParse(schema(), value);
    if (result?.issues === undefined) continue;
    const must = `${name.replace(/[[\]]/g, "")} must be ${result.issues[0].message}`;
    throw new UsageError(`${must}, received ${JSON.stringify(value)}.`);
  }
}
