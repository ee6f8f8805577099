// Finds the command and runs it: arguments in, exit code out. Whatever a command throws ends here.
import { closestMatch } from "../shared/closest-match.ts";
import { isDenied } from "../shared/is-denied.ts";
import { printableLines } from "../shared/printable.ts";
import { VERSION } from "../version.ts";
import { type Command, type CommandRow, type CommandTable, formatCommandHelp } from "./command.ts";
import { findVariableTypos, formatOptions, variableOf } from "./options.ts";
import { CommandError, EXIT, formatTable, type Terminal, UsageError } from "./terminal.ts";

/** The commands by their names, in the order of the help. Each is loaded on first use. */
const COMMANDS = {
  serve: {
    summary: "Start a sandbox",
    load: async () => (await import("./commands/serve/command.ts")).SERVE,
  },
  exec: {
    summary: "Start a sandbox on free ports and run a command",
    load: async () => (await import("./commands/exec.ts")).EXEC,
  },
  check: {
    summary: "Validate seeds and scenarios",
    load: async () => (await import("./commands/check/command.ts")).CHECK,
  },
  init: {
    summary: "Create a directory of starter seeds, with completion for editors",
    load: async () => (await import("./commands/init.ts")).INIT,
  },
  schema: {
    summary: "Print the JSON Schema of seed files",
    load: async () => (await import("./commands/schema.ts")).SCHEMA,
  },
  openapi: {
    summary: "Print the OpenAPI 3.1 document of the API",
    load: async () => (await import("./commands/openapi.ts")).OPENAPI,
  },
  conform: {
    summary:
      "Test whether a server, including the real service, conforms to the API's specification",
    load: async () => (await import("./commands/conform/command.ts")).CONFORM,
  },
  vary: {
    summary:
      "Run a command against variations that the specification allows; report what it relies on",
    load: async () => (await import("./commands/vary/command.ts")).VARY,
  },
  pull: {
    summary: "Create seeds from the responses of a server, including the real service",
    load: async () => (await import("./commands/pull/command.ts")).PULL,
  },
  bundle: {
    summary: "Generate a Cloudflare Workers project that runs a shared sandbox",
    load: async () => (await import("./commands/bundle/command.ts")).BUNDLE,
  },
  wait: {
    summary: "Wait until a sandbox is ready",
    load: async () => (await import("./commands/wait.ts")).WAIT,
  },
} as const satisfies CommandTable;

/** Runs one command line. Returns the exit code: 0, 1 if the command failed, 2 for wrong usage. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(argv, terminal);
  } catch (error) {
    return fail(error, terminal);
  }
}

/** Reports an error of a command, or of the command line itself. Returns the exit code. */
function fail(error: unknown, { stderr }: Terminal, name?: string, failureCode?: number): number {
  stderr(`merchant-sandbox: ${explain(error, name)}\n`);
  if (error instanceof CommandError && error.exitCode !== EXIT.failed) return error.exitCode;
  if (failureCode !== undefined) return failureCode;
  return error instanceof UsageError || isDenied(error) ? EXIT.usage : EXIT.failed;
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "serve", ...rest] = argv[0]?.startsWith("-") ? ["serve", ...argv] : argv;
  // Why: what follows -- belongs to the command that exec runs.
  const flags = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asksForHelp = flags.includes("--help") || flags.includes("-h");
  const [topic] = name === "help" ? flags : [];
  if (topic !== undefined && !topic.startsWith("-")) return runCommand([topic, "--help"], terminal);
  if (name === "help" || (asksForHelp && argv[0] !== name)) {
    terminal.stdout(`${await formatHelp()}\n`);
    return EXIT.ok;
  }
  const row = findRow(name);
  if (asksForHelp) {
    terminal.stdout(`${await formatCommandHelp(name, row)}\n`);
    return EXIT.ok;
  }
  if (flags.includes("--version") || flags.includes("-v")) {
    terminal.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  const command = await row.load();
  await warnOfVariables(command, terminal);
  // Why: without a command, the help lists the commands and the flags of serve.
  const named = argv[0] === name ? name : undefined;
  try {
    return await command.run(rest, terminal, COMMANDS);
  } catch (error) {
    return fail(error, terminal, named, command.failureCode);
  }
}

/** Warns of variables that look like typos of a flag's variable. */
async function warnOfVariables({ options }: Command, { env, stderr }: Terminal): Promise<void> {
  const typos = findVariableTypos(options, env);
  if (typos.length === 0) return;
  const others = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
  const known = new Set(others.flatMap((command) => Object.keys(command.options).map(variableOf)));
  for (const { variable, meant } of typos.filter((typo) => !known.has(typo.variable))) {
    stderr(
      `merchant-sandbox: warning: Unknown environment variable ${variable}. Did you mean ${meant}?\n`,
    );
  }
}

function findRow(name: string): CommandRow {
  const rows: CommandTable = COMMANDS;
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (row !== undefined) return row;
  const names = [...Object.keys(rows), "help"];
  const near = names.find((known) => isLonger(name, known)) ?? closestMatch(name, names);
  const hint = near ? ` Did you mean ${near}?` : "";
  throw new UsageError(`Unknown command ${JSON.stringify(name)}.${hint}`);
}

/** Whether a word has more or fewer letters at the end than a command, such as `conformance`. */
const isLonger = (word: string, command: string) =>
  word.length > 2 && (word.startsWith(command) || command.startsWith(word));

function explain(error: unknown, command: string | undefined): string {
  if (error instanceof UsageError) {
    const help =
      command === undefined
        ? "merchant-sandbox --help for a list of commands and flags"
        : `merchant-sandbox ${command} --help for its flags`;
    return printableLines(`${error.message}\n  Run ${help}.`);
  }
  if (error instanceof CommandError) return printableLines(error.message);
  if (isDenied(error)) {
    return printableLines(
      `Deno denied a permission. ${error.message}.\n  docs/deno.md lists the permissions of each command.`,
    );
  }
  return printableLines(`Internal error: ${error instanceof Error ? error.stack : error}`);
}

async function formatHelp(): Promise<string> {
  const { options, notes } = await COMMANDS.serve.load();
  return [
    "A local mock server for the Sandbox Integration API.",
    "",
    "Usage: merchant-sandbox [COMMAND] [FLAGS]",
    "",
    "Commands",
    ...formatTable(Object.entries(COMMANDS).map(([name, { summary }]) => [`  ${name}`, summary])),
    "",
    "Without a command, serve runs. Flags of serve",
    ...formatOptions(options),
    "",
    ...notes,
    "Run merchant-sandbox help COMMAND for the flags of another command.",
  ].join("\n");
}
