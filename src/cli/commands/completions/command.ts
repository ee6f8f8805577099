// `completions`: prints a script that completes commands, flags and their values in a shell.
import { closestMatch } from "../../../shared/closest-match.ts";
import { type Command, type CommandTable, loadCommands } from "../../command.ts";
import { readArguments } from "../../options.ts";
import { EXIT, type Terminal, UsageError } from "../../terminal.ts";
import { formatBash } from "./bash.ts";
import { formatFish } from "./fish.ts";
import { listPositions } from "./positions.ts";
import { formatPowerShell } from "./powershell.ts";
import { formatZsh } from "./zsh.ts";

const FORMATS = {
  bash: formatBash,
  zsh: formatZsh,
  fish: formatFish,
  powershell: formatPowerShell,
};
const SHELLS = Object.keys(FORMATS).join("|");

export const COMPLETIONS: Command = {
  operands: SHELLS,
  options: {},
  notes: [
    "Add the line for your shell to its start-up file, such as ~/.bashrc:",
    '  bash        eval "$(merchant-sandbox completions bash)"',
    "  zsh         source <(merchant-sandbox completions zsh)   (after compinit)",
    "  fish        merchant-sandbox completions fish | source",
    "  PowerShell  merchant-sandbox completions powershell | Out-String | Invoke-Expression",
    "Exit code: 0 printed, 2 wrong usage.",
  ],
  run: runCompletions,
};

/** Runs `completions`. Throws `UsageError`. */
async function runCompletions(
  args: readonly string[],
  terminal: Terminal,
  commands: CommandTable,
): Promise<number> {
  const { operands } = readArguments(COMPLETIONS.options, args, terminal.env);
  const [shell, extra] = operands;
  if (shell === undefined) throw new UsageError(`Missing shell. Use one of ${SHELLS}.`);
  if (extra !== undefined) throw new UsageError(`Unexpected argument ${JSON.stringify(extra)}.`);
  const format = Object.entries(FORMATS).find(([name]) => name === shell)?.[1];
  if (format === undefined) throw unknownShell(shell);
  terminal.stdout(format(listPositions(commands, await loadCommands(commands))));
  return EXIT.ok;
}

function unknownShell(shell: string): UsageError {
  const near = closestMatch(shell, Object.keys(FORMATS));
  const hint = near ? ` Did you mean ${near}?` : "";
  return new UsageError(
    `completions takes one of ${SHELLS}, received ${JSON.stringify(shell)}.${hint}`,
  );
}
