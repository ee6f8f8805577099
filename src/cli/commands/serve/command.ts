// `serve`: runs a sandbox until it is stopped.
import type { Command, CommandTable } from "../../command.ts";
import { EXIT, type Terminal } from "../../terminal.ts";
import { formatBanner, formatSeedsNote, formatWarnings } from "./banner.ts";
import { readServeOptions, SERVE_OPTIONS, VARIABLES_NOTE } from "./options.ts";
import { formatReady, runSandbox, type Started } from "./run.ts";

export const SERVE: Command = {
  options: SERVE_OPTIONS,
  notes: [VARIABLES_NOTE, "Exit code: 0 stopped, 1 the sandbox cannot start, 2 wrong usage."],
  run: runServe,
};

/** Runs `serve`. Returns 0 once stopped. Throws `UsageError`, and `CommandError` if it cannot start. */
async function runServe(
  args: readonly string[],
  terminal: Terminal,
  commands: CommandTable,
): Promise<number> {
  const options = readServeOptions(args, terminal.env);
  const log = options.log ?? ((await terminal.isInteractive()) ? "pretty" : "json");
  let stopping = false;
  let stop = () => {};
  // Runtime: Node 20 has no Promise.withResolvers.
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      stopping = true;
      resolve();
    };
  });
  terminal.onStop(stop);

  const use = async ({ running, ready, seeds }: Started) => {
    if (stopping) return EXIT.ok;
    terminal.stderr(formatWarnings(running.sandbox.warnings, options, log, running.kept));
    if (log === "pretty") {
      terminal.stderr(formatBanner(running, ready, nameSeeds(seeds, options.scenario)));
    } else {
      if (log === "json") terminal.stderr(formatSeedsNote(seeds, log));
      terminal.stdout(formatReady(ready));
    }
    await stopped;
    return EXIT.ok;
  };
  return runSandbox({ options, log, commands, stop, use }, terminal);
}

function nameSeeds(seeds = "embedded", scenario?: string): string {
  return scenario === undefined ? seeds : `${seeds} with ${scenario}`;
}
