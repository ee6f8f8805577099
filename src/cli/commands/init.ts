// `init`: writes a seeds directory to start from.
import type { SeedFile } from "../../seeds/diagnostics/diagnostic.ts";
import { join } from "../../seeds/read/file-names.ts";
import { createStarterFiles } from "../../seeds/write/starter.ts";
import { shellWord } from "../../shared/shell.ts";
import type { Command } from "../command.ts";
import { readArguments } from "../options.ts";
import { writeSeeds } from "../seeds-directory.ts";
import { DEFAULT_SEEDS } from "../seeds-option.ts";
import { EXIT, type Terminal, UsageError } from "../terminal.ts";

export const INIT: Command = {
  operands: "[DIR]",
  options: {},
  notes: [
    "DIR is ./sandbox-seeds, where serve looks by itself, unless you name another.",
    "Nothing is overwritten: where DIR holds seeds already, nothing is written at all.",
    "Exit code: 0 written, 1 nothing written, 2 wrong usage.",
  ],
  run: runInit,
};

/** Runs `init`. Throws `UsageError`, and `CommandError` where it can't write or must not. */
async function runInit(args: readonly string[], terminal: Terminal): Promise<number> {
  const { operands } = readArguments(INIT.options, args, terminal.env);
  const [directory = DEFAULT_SEEDS, extra] = operands;
  if (extra !== undefined) throw new UsageError(`unexpected argument ${JSON.stringify(extra)}`);
  if (directory === "") throw new UsageError('DIR can\'t be empty, received ""');

  const files = createStarterFiles();
  const schema = shellWord(join(directory, "seeds.schema.json"));
  const hint = `To renew the JSON Schema alone: merchant-sandbox schema > ${schema}`;
  await writeSeeds({ path: directory, retry: "merchant-sandbox init DIR", hint }, files);
  terminal.stdout(formatReport(directory, files));
  return EXIT.ok;
}

function formatReport(directory: string, files: readonly SeedFile[]): string {
  const isDefault = directory === DEFAULT_SEEDS;
  return [
    `Wrote ${files.length} files to ${directory}`,
    ...files.map(({ path }) => `  ${path}`),
    "",
    `Serve them:         merchant-sandbox${isDefault ? "" : ` --seeds ${shellWord(directory)}`}`,
    `Look for mistakes:  merchant-sandbox check${isDefault ? "" : ` ${shellWord(directory)}`}`,
    "An editor with yaml-language-server, as the YAML extension of VS Code has it, explains each field.",
    "",
  ].join("\n");
}
