// The interface of a command, and its help.
import { formatOptions, type OptionTable } from "./options.ts";
import type { Terminal } from "./terminal.ts";

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

/** The commands by their names, in the order of the help. */
export type CommandTable = Readonly<Record<string, CommandRow>>;

/** A row of the table of commands; a command is loaded when it is used. */
export interface CommandRow {
  /** One sentence without a full stop. */
  readonly summary: string;
  load(): Promise<Command>;
}

/** Formats the help of one command. */
export async function formatCommandHelp(
  name: string,
  { summary, load }: CommandRow,
): Promise<string> {
  const { operands, options, notes } = await load();
  const usage = ["merchant-sandbox", name, "[FLAGS]", ...(operands ? [operands] : [])].join(" ");
  return [
    `${summary}.`,
    "",
    `Usage: ${usage}`,
    "",
    "Flags",
    ...formatOptions(options),
    "",
    ...notes,
  ].join("\n");
}
