// Reading and writing whole files over node:fs/promises, which Bun, Node and Deno share. What is in
// a file, and where it lies, is not known here.
import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAbsence, kindOf } from "./kind-of.ts";

export { kindOf };

/** The names in a directory, sorted. */
interface Entries {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** Lists what is in a directory; links are followed, and one that leads nowhere is among the files. */
export async function listEntries(path: string): Promise<Entries> {
  const names = (await readdir(path)).sort();
  const kinds = await Promise.all(names.map((name) => kindOf(join(path, name))));
  // Why: a link that leads nowhere stays, for whoever reads it to say so.
  const files = names.filter((_, index) => kinds[index] !== "directory");
  return { files, directories: names.filter((_, index) => kinds[index] === "directory") };
}

/** Lists the files in a directory by name, as `listEntries` does. */
export async function listDirectory(path: string): Promise<readonly string[]> {
  return (await listEntries(path)).files;
}

/** Tells a plain file from all else, a link or a pipe say; `undefined` for what is not there. */
export async function isPlainFile(path: string): Promise<boolean | undefined> {
  try {
    return (await lstat(path)).isFile();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Reads a file's bytes. */
export async function readBytes(path: string): Promise<Uint8Array> {
  return readFile(path);
}

/** Makes a directory, and those above it; one that is there is fine. */
export async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
}

/** Writes a file in one step: a reader sees all of it, or what was there before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  // Why: beside it, as a rename is one step only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await removeFile(draft).catch(() => {});
    throw error;
  }
}

/** Removes a file; one that is not there is fine. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}
