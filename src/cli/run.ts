// Finds the command and runs it: arguments in, exit code out.
import { nearest } from "../seeds/diagnostic.ts";
import { VERSION } from "../version.ts";
import { formatOptions } from "./options.ts";
import { runServe } from "./serve.ts";
import { SERVE_OPTIONS } from "./serve-options.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";

const COMMANDS = { serve: runServe } as const;

/** Runs one command line. Returns 0, 1 where the command failed, 2 where it can't be understood. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first = "", ...rest] = argv;
  const args = first.startsWith("-") || first === "" ? argv : rest;
  if (args.includes("--help") || args.includes("-h") || first === "help") {
    terminal.stdout(`${formatHelp()}\n`);
    return EXIT.ok;
  }
  if (first === "--version" || first === "-v") {
    terminal.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  try {
    return await findCommand(first)(args, terminal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    terminal.stderr(`merchant-sandbox: ${error.message}\n  --help shows what there is.\n`);
    return EXIT.usage;
  }
}

function findCommand(first: string) {
  if (first === "" || first.startsWith("-")) return COMMANDS.serve;
  if (first === "serve") return COMMANDS.serve;
  const near = nearest(first, Object.keys(COMMANDS));
  throw new UsageError(`unknown command ${first}${near ? `; did you mean ${near}?` : ""}`);
}

function formatHelp(): string {
  return [
    "A local, faithful, controllable stand-in for the Sandbox Integration API.",
    "",
    "Usage: merchant-sandbox [serve] [FLAGS]",
    "",
    "Flags",
    ...formatOptions(SERVE_OPTIONS),
    "  --help         show this",
    "  --version      show the version",
    "",
    "Each flag has an environment variable: --hosted-port is MERCHANT_SANDBOX_HOSTED_PORT. A flag wins.",
    "Exit code: 0 stopped, 1 the sandbox could not start, 2 wrong usage.",
  ].join("\n");
}
