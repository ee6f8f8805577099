// What each command is: its name, what it takes, and how it is run and explained.
import { formatOptions, type OptionTable } from "./options.ts";
import type { Terminal } from "./terminal.ts";

export interface Command {
  readonly name: string;
  /** One sentence without a full stop, which the list of commands shows. */
  readonly summary: string;
  /** What stands behind the name, like `[PATH…]`. */
  readonly operands?: string;
  readonly options: OptionTable;
  /** What the help says below the flags, its exit codes among it. */
  readonly notes: readonly string[];
  /** Runs it. Returns the exit code. Throws `UsageError` and `CommandError`. */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Formats the help of one command. */
export function formatCommandHelp({ name, summary, operands, options, notes }: Command): string {
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
