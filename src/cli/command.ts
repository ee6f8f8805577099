// The interface of a command, the table of commands, and the help that is made from them.
import { formatOptions, type OptionTable } from "./options.ts";
import { formatTable, type Terminal } from "./terminal.ts";

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
