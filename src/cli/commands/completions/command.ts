// `completions`: prints a script that completes commands, flags and their values in a shell.
import { closestMatch } from "../../../shared/closest-match.ts";
import { loadCommands } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { UsageError } from "../../terminal.ts";
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

export const COMPLETIONS = defineCommand({
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
  async run({ operands: [shell], commands }) {
    if (shell === undefined) throw new UsageError(`Missing shell. Use one of ${SHELLS}.`);
    const format = Object.entries(FORMATS).find(([name]) => name === shell)?.[1];
    if (format === undefined) throw unknownShell(shell);
    return format(listPositions(commands, await loadCommands(commands)));
  },
});

function unknownShell(shell: string): UsageError {
  const near = closestMatch(shell, Object.keys(FORMATS));
  const hint = near ? ` Did you mean ${near}?` : "";
  return new UsageError(
    `completions takes one of ${SHELLS}, received ${JSON.stringify(shell)}.${hint}`,
  );
}
