// Files and directories over node:fs, which each runtime has.
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";

/** Tells what stands at a path; undefined where nothing does. Links are followed. */
export async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? "directory" : "file";
}

/** Lists the names in a directory, those of directories left out. */
export async function listDirectory(path: string): Promise<string[]> {
  const names = await readdir(path);
  const kinds = await Promise.all(names.map((name) => kindOf(`${path}/${name}`)));
  return names.filter((_, index) => kinds[index] === "file");
}

/** Reads a file whole. */
export async function readBytes(path: string): Promise<Uint8Array> {
  return new Uint8Array(await readFile(path));
}

/** Writes a file in one step: a reader sees all of it or nothing. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Removes a file; that there is none is fine. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
}
