// Finds the command and runs it: arguments in, exit code out. Whatever a command throws ends here.
import { nearest } from "../seeds/nearest.ts";
import { VERSION } from "../version.ts";
import { formatOptions } from "./options.ts";
import { runServe } from "./serve.ts";
import { SERVE_OPTIONS } from "./serve-options.ts";
import { CommandError, EXIT, type Terminal, UsageError } from "./terminal.ts";

/** Runs one command line. Returns 0, 1 where the command failed, 2 where it can't be understood. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(argv, terminal);
  } catch (error) {
    terminal.stderr(`merchant-sandbox: ${explain(error)}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

async function runCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [command = "serve", ...rest] = argv[0]?.startsWith("-") ? ["serve", ...argv] : argv;
  if (command !== "serve" && command !== "help") throw unknownCommand(command);
  if (command === "help" || rest.includes("--help") || rest.includes("-h")) {
    terminal.stdout(`${formatHelp()}\n`);
    return EXIT.ok;
  }
  if (rest.includes("--version") || rest.includes("-v")) {
    terminal.stdout(`${VERSION}\n`);
    return EXIT.ok;
  }
  return runServe(rest, terminal);
}

function unknownCommand(command: string): UsageError {
  const near = nearest(command, ["serve", "help"]);
  const mend = near ? `; did you mean ${near}?` : "";
  return new UsageError(`unknown command ${JSON.stringify(command)}${mend}`);
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
    "Usage: merchant-sandbox [serve] [FLAGS]",
    "",
    "Flags",
    ...formatOptions(SERVE_OPTIONS),
    "",
    "Each flag has an environment variable: --hosted-port is MERCHANT_SANDBOX_HOSTED_PORT. A flag wins.",
    "Exit code: 0 stopped, 1 the sandbox could not start, 2 wrong usage.",
  ].join("\n");
}
