// The ready file: there as long as the sandbox answers, whole or not at all. Where no path is given,
// nothing happens.
import { removeFile, writeWhole } from "../runtime/files.ts";
import { CommandError } from "./terminal.ts";

/** Writes the ready file in one step. Throws `CommandError`. */
export async function writeReadyFile(path: string | undefined, text: string): Promise<void> {
  if (path !== undefined) await writeWhole(path, text).catch((error) => fail(path, error));
}

/** Removes the ready file, be it there or not. Throws `CommandError`. */
export async function removeReadyFile(path: string | undefined): Promise<void> {
  if (path !== undefined) await removeFile(path).catch((error) => fail(path, error));
}

function fail(path: string, error: Error): never {
  // Why: what follows the reason is the name of a draft that nobody knows.
  const [reason] = error.message.split(", ");
  throw new CommandError(
    `can't write the ready file ${path} (${reason})\n  Choose another path with --ready-file.`,
  );
}
