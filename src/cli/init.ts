// `init`: writes a seeds directory to start from. It overwrites nothing, and puts nothing among the seeds
// that somebody already has.
import { kindOf, listDirectory, makeDirectory, removeFile, writeWhole } from "../runtime/files.ts";
import type { SeedFile } from "../seeds/diagnostic.ts";
import { join } from "../seeds/file-names.ts";
import type { Command } from "./command.ts";
import { DEFAULT_SEEDS } from "./default-seeds.ts";
import { readArguments } from "./options.ts";
import { CommandError, EXIT, shellWord, type Terminal, UsageError } from "./terminal.ts";

const SHOWN_FILES = 3;

export const INIT: Command = {
  name: "init",
  summary: "Write seeds to start from, with what editors need to help with them",
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

  // Why: their texts, and the JSON Schema's converter, are of no use to any other command.
  const { createStarterFiles } = await import("../seeds/starter.ts");
  const files = createStarterFiles();
  if ((await kindOf(directory)) === "file") throw cannotWrite(directory, "it is a file");
  try {
    const taken = await findTaken(directory, files);
    if (taken.length > 0) throw alreadyThere(directory, taken);
    await writeAll(directory, files);
  } catch (error) {
    throw error instanceof CommandError ? error : cannotWrite(directory, error);
  }
  terminal.stdout(formatReport(directory, files));
  return EXIT.ok;
}

/** Finds the seeds, and the files of the same names, that are there already. */
async function findTaken(directory: string, files: readonly SeedFile[]): Promise<string[]> {
  const wanted = new Set(files.map(({ path }) => path));
  const listed = await Promise.all(
    foldersOf(files).map(async (folder) => {
      const path = join(directory, folder);
      if ((await kindOf(path)) === undefined) return [];
      return (await listDirectory(path)).map((name) => `${folder}${name}`);
    }),
  );
  return listed.flat().filter((path) => wanted.has(path) || /\.ya?ml$/.test(path));
}

async function writeAll(directory: string, files: readonly SeedFile[]): Promise<void> {
  for (const folder of foldersOf(files)) await makeDirectory(join(directory, folder));
  const written: string[] = [];
  try {
    for (const { path, text } of files) {
      await writeWhole(join(directory, path), text);
      written.push(join(directory, path));
    }
  } catch (error) {
    // Why: what is left of them would be in the way of the next try.
    await Promise.all(written.map((path) => removeFile(path).catch(() => {})));
    throw error;
  }
}

/** The directories that the files lie in, each with its slash; that of the seeds is empty. */
function foldersOf(files: readonly SeedFile[]): string[] {
  return [...new Set(files.map(({ path }) => path.replace(/[^/]*$/, "")))];
}

function alreadyThere(directory: string, taken: readonly string[]): CommandError {
  const shown = taken.slice(0, SHOWN_FILES).join(", ");
  const more = taken.length > SHOWN_FILES ? ` and ${taken.length - SHOWN_FILES} more` : "";
  const schema = shellWord(join(directory, "seeds.schema.json"));
  return new CommandError(
    [
      `${directory} holds ${shown}${more} already; nothing was written`,
      "  Name another directory: merchant-sandbox init DIR",
      `  To renew the JSON Schema alone: merchant-sandbox schema > ${schema}`,
    ].join("\n"),
  );
}

function cannotWrite(directory: string, error: unknown): CommandError {
  // Why: what follows the reason is the name of a draft that nobody knows.
  const [reason] = String(error instanceof Error ? error.message : error).split(", ");
  return new CommandError(
    `can't write seeds to ${directory} (${reason})\n  Name a directory that you may write to: merchant-sandbox init DIR`,
  );
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
