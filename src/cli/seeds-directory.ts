// Writes seeds to a directory. Nothing is overwritten or mixed with seeds that are already there: all files
// are written, or none.
import { kindOf, listDirectory } from "../runtime/files.ts";
import type { SeedFile } from "../seeds/diagnostics/diagnostic.ts";
import { join, SCENARIOS } from "../seeds/read/file-names.ts";
import { CommandError, shortReason } from "./terminal.ts";

/** Where to write, and what to suggest if that fails. */
export interface SeedsDirectory {
  readonly path: string;
  /** The command that takes another directory, as `merchant-sandbox init DIR`. */
  readonly retry: string;
  /** Another suggestion if seeds are already there. */
  readonly hint?: string;
}

const SHOWN_FILES = 3;
// Why: scenarios that are already there would apply to seeds that they were not made for.
const FOLDERS = ["", `${SCENARIOS}/`];

/** Throws `CommandError` if seeds or files with these paths exist. */
export async function expectFree(
  directory: SeedsDirectory,
  paths: readonly string[],
): Promise<void> {
  if ((await kindOf(directory.path)) === "file") throw cannotWrite(directory, "it is a file");
  const taken = await findTaken(directory.path, paths).catch((error) => {
    throw cannotWrite(directory, error);
  });
  if (taken.length > 0) throw alreadyThere(directory, taken);
}

/** Writes files to a directory without seeds. Throws `CommandError`. */
export async function writeSeeds(
  directory: SeedsDirectory,
  files: readonly SeedFile[],
): Promise<void> {
  await expectFree(
    directory,
    files.map(({ path }) => path),
  );
  const { writeFiles } = await import("../runtime/write-files.ts");
  await writeFiles(directory.path, files).catch((error) => {
    throw cannotWrite(directory, error);
  });
}

/** Finds the seeds, and files with the same names, that exist. */
async function findTaken(directory: string, paths: readonly string[]): Promise<string[]> {
  const listed = await Promise.all(
    FOLDERS.map(async (folder) => {
      const path = join(directory, folder);
      if ((await kindOf(path)) === undefined) return [];
      return (await listDirectory(path)).map((name) => `${folder}${name}`);
    }),
  );
  return listed.flat().filter((path) => paths.includes(path) || /\.ya?ml$/.test(path));
}

function alreadyThere({ path, retry, hint }: SeedsDirectory, taken: readonly string[]) {
  const shown = taken.slice(0, SHOWN_FILES).join(", ");
  const more = taken.length > SHOWN_FILES ? ` and ${taken.length - SHOWN_FILES} more` : "";
  return new CommandError(
    [
      `${path} already contains ${shown}${more}. Nothing was written.`,
      `  Choose another directory: ${retry}`,
      ...(hint === undefined ? [] : [`  ${hint}`]),
    ].join("\n"),
  );
}

function cannotWrite({ path, retry }: SeedsDirectory, error: unknown): CommandError {
  return new CommandError(
    `Cannot write seeds to ${path}: ${shortReason(error)}.\n  Choose a directory that you can write to: ${retry}`,
  );
}
