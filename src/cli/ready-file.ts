// The ready file: there as long as the sandbox that wrote it answers, whole or not at all.
import * as v from "valibot";
import { kindOf, readBytes, removeFile, writeWhole } from "../runtime/files.ts";
import { CommandError, type Terminal } from "./terminal.ts";

const WriterSchema = v.object({ pid: v.number() });

/** Writes the ready file in one step. Throws `CommandError`. */
export async function writeReadyFile(path: string, text: string): Promise<void> {
  await writeWhole(path, text).catch((error) => fail(path, error));
}

/** Removes the ready file of this process, or of one that is no more. Throws `CommandError`. */
export async function removeReadyFile(path: string, terminal: Terminal): Promise<void> {
  try {
    const writer = await readWriter(path);
    // Why: another sandbox may be answering under the same path, and its file is true.
    if (writer !== undefined && writer !== terminal.pid && terminal.isRunning(writer)) return;
    await removeFile(path);
  } catch (error) {
    fail(path, error);
  }
}

async function readWriter(path: string): Promise<number | undefined> {
  if ((await kindOf(path)) === undefined) return undefined;
  const text = new TextDecoder().decode(await readBytes(path));
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), WriterSchema), text);
  return result.success ? result.output.pid : undefined;
}

function fail(path: string, error: unknown): never {
  // Why: what follows the reason is the name of a draft that nobody knows.
  const [reason] = String(error instanceof Error ? error.message : error).split(", ");
  throw new CommandError(
    `can't use the ready file ${path} (${reason})\n  Choose another path with --ready-file.`,
  );
}
