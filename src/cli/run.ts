// Finds the command and runs it: arguments in, exit code out. Whatever a command throws ends here.
import { closestMatch } from "../shared/closest-match.ts";
import { isDenied } from "../shared/is-denied.ts";
import { printableLines } from "../shared/printable.ts";
import { VERSION } from "../version.ts";
import {
  type Command,
  type CommandGroup,
  type CommandRow,
  type CommandTable,
  formatCommandHelp,
  loadCommands,
} from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { findVariableTypos, formatOptions, variablesOf } from "./options.ts";
import { CommandError, EXIT, formatTable, type Terminal, UsageError } from "./terminal.ts";

const TABLE: CommandTable = Object.assign({}, ...Object.values(COMMANDS));

/** Runs one command line. Returns the exit code: 0, 1 if the command failed, 2 for wrong usage. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(argv, terminal);
  } catch (error) {
    return fail(error, terminal);
  }
}

/** Reports an error of a command, or of the command line itself. Returns the exit code. */
function fail(error: unknown, { stderr }: Terminal, help?: string, failureCode?: number): number {
  stderr(`merchant-sandbox: ${explain(error, help)}\n`);
  if (error instanceof CommandError && error.exitCode !== EXIT.failed) return error.exitCode;
  if (failureCode !== undefined) return failureCode;
  return error instanceof UsageError || isDenied(error) ? EXIT.usage : EXIT.failed;
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "serve", ...rest] = argv[0]?.startsWith("-") ? ["serve", ...argv] : argv;
  // Why: what follows -- belongs to the command that exec runs.
  const flags = rest.includes("--") ? rest.slice(0, rest.indexOf("--")) : rest;
  const asksForHelp = flags.includes("--help") || flags.includes("-h");
  const topics = name === "help" ? flags.filter((word) => !word.startsWith("-")) : [];
  if (topics.length > 0) return runCommand([...topics, "--help"], terminal);
  if (name === "help" || (asksForHelp && argv[0] !== name)) {
    terminal.stdout(`${await formatHelp()}\n`);
    return EXIT.ok;
  }
  const found = await findCommand(name, rest);
  if (asksForHelp) {
    terminal.stdout(`${await formatCommandHelp(found.name, found.row)}\n`);
    return EXIT.ok;
  }
  if (flags.includes("--version") || flags.includes("-v")) {
    terminal.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  if ("commands" in found.row) {
    const names = Object.keys(await found.row.commands()).join(", ");
    throw new UsageError(`${name} needs one of its commands: ${names}.`, groupHelp(name));
  }
  const command = await found.row.load();
  await warnOfVariables(command, terminal);
  // Why: without a command, the help lists the commands and the flags of serve.
  const help = argv[0] === name ? `merchant-sandbox ${found.name} --help for its flags` : undefined;
  try {
    return await command.run(found.rest, terminal, TABLE);
  } catch (error) {
    return fail(error, terminal, help, command.failureCode);
  }
}

interface Found {
  /** The whole name. */
  readonly name: string;
  readonly row: CommandRow | CommandGroup;
  /** The arguments after the name. */
  readonly rest: readonly string[];
}

/** Finds the command, whose name may have two words. Throws `UsageError`. */
async function findCommand(name: string, rest: readonly string[]): Promise<Found> {
  const row = findRow(name, TABLE, { others: ["help"] });
  const [word = "-", ...others] = rest;
  if (!("commands" in row) || word.startsWith("-")) return { name, row, rest };
  const verbs = await row.commands();
  return { name: `${name} ${word}`, row: findRow(word, verbs, { group: name }), rest: others };
}

const groupHelp = (name: string) => `merchant-sandbox help ${name} for its commands`;

/** Warns of variables that look like typos of a flag's variable. */
async function warnOfVariables({ options }: Command, { env, stderr }: Terminal): Promise<void> {
  const typos = findVariableTypos(options, env);
  if (typos.length === 0) return;
  const all = await loadCommands(TABLE);
  const known = new Set(all.flatMap(({ command }) => variablesOf(command.options)));
  for (const { variable, meant } of typos.filter((typo) => !known.has(typo.variable))) {
    stderr(
      `merchant-sandbox: warning: Unknown environment variable ${variable}. Did you mean ${meant}?\n`,
    );
  }
}

function findRow<Row>(
  name: string,
  rows: Readonly<Record<string, Row>>,
  { others = [], group }: { readonly others?: readonly string[]; readonly group?: string },
): Row {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (row !== undefined) return row;
  const names = [...Object.keys(rows), ...others];
  const near = names.find((known) => isLonger(name, known)) ?? closestMatch(name, names);
  const hint = near ? ` Did you mean ${near}?` : "";
  const whole = group === undefined ? name : `${group} ${name}`;
  throw new UsageError(
    `Unknown command ${JSON.stringify(whole)}.${hint}`,
    group && groupHelp(group),
  );
}

/** Whether a word has more or fewer letters at the end than a command, such as `conformance`. */
const isLonger = (word: string, command: string) =>
  word.length > 2 && (word.startsWith(command) || command.startsWith(word));

function explain(
  error: unknown,
  help = "merchant-sandbox --help for a list of commands and flags",
): string {
  if (error instanceof UsageError) {
    return printableLines(`${error.message}\n  Run ${error.help ?? help}.`);
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
  const { options, notes } = await COMMANDS["Run a sandbox"].serve.load();
  const rows = Object.entries(TABLE).map(([name, { summary }]) => [`  ${name}`, summary]);
  const lines = formatTable(rows);
  const sections = Object.entries(COMMANDS).flatMap(([heading, table]) => [
    "",
    heading,
    ...lines.splice(0, Object.keys(table).length),
  ]);
  return [
    "A local mock server for the Sandbox Integration API.",
    "",
    "Usage: merchant-sandbox [COMMAND] [FLAGS]",
    ...sections,
    "",
    "Without a command, serve runs. Flags of serve",
    ...formatOptions(options),
    "",
    ...notes,
    "Run merchant-sandbox help COMMAND for the flags of another command.",
  ].join("\n");
}
