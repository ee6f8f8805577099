// Finds the command and runs it: arguments in, exit code out. Whatever a command throws ends here.
import { nearest } from "../seeds/nearest.ts";
import { VERSION } from "../version.ts";
import { CHECK } from "./check.ts";
import { type Command, formatCommandHelp } from "./command.ts";
import { CONFORM } from "./conform.ts";
import { EXEC } from "./exec.ts";
import { INIT } from "./init.ts";
import { OPENAPI } from "./openapi.ts";
import { formatOptions } from "./options.ts";
import { PULL } from "./pull.ts";
import { SCHEMA } from "./schema.ts";
import { SERVE } from "./serve.ts";
import { CommandError, EXIT, formatTable, type Terminal, UsageError } from "./terminal.ts";
import { WAIT } from "./wait.ts";

const COMMANDS: readonly Command[] = [
  SERVE,
  EXEC,
  CHECK,
  INIT,
  SCHEMA,
  OPENAPI,
  CONFORM,
  PULL,
  WAIT,
];

/** Runs one command line. Returns 0, 1 where the command failed, 2 where it can't be understood. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(argv, terminal);
  } catch (error) {
    terminal.stderr(`merchant-sandbox: ${explain(error)}\n`);
    if (error instanceof UsageError) return EXIT.usage;
    return error instanceof CommandError ? error.exitCode : EXIT.failed;
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "serve", ...rest] = argv[0]?.startsWith("-") ? ["serve", ...argv] : argv;
  // Why: what stands behind -- is not for us, such as the flags of the command that exec runs.
  const flags = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asksForHelp = flags.includes("--help") || flags.includes("-h");
  if (name === "help" || (asksForHelp && argv[0] !== name)) {
    terminal.stdout(`${formatHelp()}\n`);
    return EXIT.ok;
  }
  const command = COMMANDS.find((known) => known.name === name);
  if (command === undefined) throw unknownCommand(name);
  if (asksForHelp) {
    terminal.stdout(`${formatCommandHelp(command)}\n`);
    return EXIT.ok;
  }
  if (flags.includes("--version") || flags.includes("-v")) {
    terminal.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  return command.run(rest, terminal);
}

function unknownCommand(name: string): UsageError {
  const near = nearest(name, [...COMMANDS.map((command) => command.name), "help"]);
  const mend = near ? `; did you mean ${near}?` : "";
  return new UsageError(`unknown command ${JSON.stringify(name)}${mend}`);
}

function explain(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n  --help shows what there is.`;
  if (error instanceof CommandError) return error.message;
  return `a bug in the sandbox: ${error instanceof Error ? error.stack : error}`;
}

function formatHelp(): string {
  return [
    "A local, faithful, controllable stand-in for the Sandbox Integration API.",
    "",
    "Usage: merchant-sandbox [COMMAND] [FLAGS]",
    "",
    "Commands",
    ...formatTable(COMMANDS.map(({ name, summary }) => [`  ${name}`, summary])),
    "",
    "Without a command it serves. The flags of serve",
    ...formatOptions(SERVE.options),
    "",
    ...SERVE.notes,
    "COMMAND --help explains each of the others.",
  ].join("\n");
}
