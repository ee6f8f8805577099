// The interface of a command, the table of commands, and the help that is made from them.
import * as v from "valibot";
import { type Arguments, formatOptions, type OptionTable, readArguments } from "./options.ts";
import { EXIT, formatTable, type Terminal, UsageError } from "./terminal.ts";

export interface Command {
  /** The arguments after the name, like `[PATH…]`. */
  readonly operands?: string;
  readonly options: OptionTable;
  /** The text of the help below the flags, with the exit codes. */
  readonly notes: readonly string[];
  /** The exit code of all its own failures. Default: 1, and 2 for wrong usage. */
  readonly failureCode?: number;
  /** Runs it. Returns the exit code. Throws `UsageError` and `CommandError`. */
  run(args: readonly string[], terminal: Terminal, commands: CommandTable): Promise<number>;
}

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

/** A row of a table of commands; a command is loaded when it is used. */
export interface CommandRow {
  /** One sentence without a full stop. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** Commands with a name of two words that begin with the same, such as `world create`. */
export interface CommandGroup {
  /** One sentence without a full stop. */
  readonly summary: string;
  commands(): Promise<Readonly<Record<string, CommandRow>>>;
}

/** Commands by their names, or by the first word of these, in the order of the help. */
export type CommandTable = Readonly<Record<string, CommandRow | CommandGroup>>;

/** All commands, by the headings of the help. */
export type CommandSections = Readonly<Record<string, CommandTable>>;

/** A command by its whole name, such as `world create`. */
export interface NamedCommand {
  readonly name: string;
  readonly summary: string;
  readonly command: Command;
}

/** Lists the names and summaries of commands. */
export const listCommands = (table: CommandTable) =>
  Object.entries(table).map(([name, { summary }]) => ({ name, summary }));

/** Loads all commands of a table, in its order. */
export async function loadCommands(table: CommandTable, prefix = ""): Promise<NamedCommand[]> {
  const loaded = Object.entries(table).map(async ([word, row]) => {
    const name = `${prefix}${word}`;
    if ("commands" in row) return loadCommands(await row.commands(), `${name} `);
    return [{ name, summary: row.summary, command: await row.load() }];
  });
  return (await Promise.all(loaded)).flat();
}

/** Formats the help of one command, or of the commands that begin with a word. */
export async function formatCommandHelp(
  name: string,
  row: CommandRow | CommandGroup,
): Promise<string> {
  if ("commands" in row) return formatGroupHelp(name, row);
  const { options, notes, ...command } = await row.load();
  return [
    `${row.summary}.`,
    "",
    `Usage: merchant-sandbox ${usageOf(`${name} [FLAGS]`, command)}`,
    "",
    "Flags",
    ...formatOptions(options),
    "",
    ...notes,
  ].join("\n");
}

async function formatGroupHelp(name: string, group: CommandGroup): Promise<string> {
  const rows = await loadCommands(await group.commands());
  return [
    `${group.summary}.`,
    "",
    `Usage: merchant-sandbox ${name} COMMAND [FLAGS]`,
    "",
    "Commands",
    ...formatTable(rows.map((row) => [`  ${usageOf(row.name, row.command)}`, row.summary])),
    "",
    `Run merchant-sandbox help ${name} COMMAND for the flags of a command.`,
  ].join("\n");
}

/** A name, and the arguments after it. */
export function usageOf(name: string, { operands }: Pick<Command, "operands">): string {
  return operands === undefined ? name : `${name} ${operands}`;
}
