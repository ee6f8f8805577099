// Reads and writes whole files with node:fs/promises, which Bun, Node and Deno all have.
import { isDenied } from "../shared/is-denied.ts";

// Runtime: in Bun, loading this takes longer than all the rest of a start with the embedded seeds.
const fs = () => import("node:fs/promises");

/** The names in a directory, sorted. */
interface Entries {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** Returns whether a path is a directory or a file, such as a pipe or a device; `undefined` if nothing is there. */
export async function kindOf(path: string): Promise<"file" | "directory" | undefined> {
  try {
    // Runtime: for Bun see above.
    const found = await ("Bun" in globalThis ? Bun.file(path).stat() : (await fs()).stat(path));
    return found.isDirectory() ? "directory" : "file";
  } catch (error) {
    if (isDenied(error)) throw error;
    // Why: for an unreadable path, reading it reports a better error.
    return isAbsence(error) ? undefined : "file";
  }
}

/** Lists the entries of a directory. Links are followed. A broken link counts as a file. */
export async function listEntries(path: string): Promise<Entries> {
  const { readdir, realpath } = await fs();
  // Runtime: under Wine, Bun lists no directory by a relative path of several names.
  const names = (await readdir("Bun" in globalThis ? await realpath(path) : path)).sort();
  const kinds = await Promise.all(names.map((name) => kindOf(`${path}/${name}`)));
  // Why: a broken link stays in the list, so that reading it reports the error.
  const files = names.filter((_, index) => kinds[index] !== "directory");
  return { files, directories: names.filter((_, index) => kinds[index] === "directory") };
}

/** Lists the files in a directory by name, as `listEntries` does. */
export async function listDirectory(path: string): Promise<readonly string[]> {
  return (await listEntries(path)).files;
}

/** Returns whether a path is a plain file, not a link or a pipe; `undefined` if nothing is there. */
export async function isPlainFile(path: string): Promise<boolean | undefined> {
  try {
    return (await (await fs()).lstat(path)).isFile();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

/** Reads a file's bytes. */
export async function readBytes(path: string): Promise<Uint8Array> {
  return (await fs()).readFile(path);
}

/**
 * Reads a regular file of at most `limit` bytes, also through a link. Throws for anything else, because a device has no
 * end, and a pipe may never send anything.
 */
export async function readRegularFile(path: string, limit: number): Promise<Uint8Array> {
  const { constants, open, stat } = await fs();
  // Runtime: Deno ignores the flag, and waits for the writer of a pipe even after SIGTERM.
  requireRegular(await stat(path));
  // Why: opening a pipe waits for its writer. Runtime: Windows has no such flag.
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    requireRegular(await handle.stat());
    const chunks: Uint8Array[] = [];
    for (let length = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK);
      if (bytesRead === 0) return concat(chunks, length);
      chunks.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
      if (length > limit) throw new Error(`it is larger than ${limit / 1_048_576} MiB`);
    }
  } finally {
    await handle.close();
  }
}

const CHUNK = 65_536;

function requireRegular(found: { isFile(): boolean }): void {
  if (!found.isFile()) throw new Error("it is a directory, a pipe or a device");
}

function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Returns a path without links. */
export async function realPath(path: string): Promise<string> {
  return (await fs()).realpath(path);
}

/** Whether a path leads to a directory or to something in it, also through links. Throws if nothing is there. */
export async function leadsInto(directory: string, path: string): Promise<boolean> {
  const [root, target] = await Promise.all([realPath(directory), realPath(path)]);
  const top = root.replace(/[\\/]$/, "");
  return target === root || (target.startsWith(top) && /^[\\/]/.test(target.slice(top.length)));
}

/** Makes a directory, and those above it, unless they exist. */
export async function makeDirectory(path: string): Promise<void> {
  await (await fs()).mkdir(path, { recursive: true });
}

/** Writes a file in one step: a reader sees all of it, or what was there before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const { rename, writeFile } = await fs();
  // Why: in the same directory, because a rename is atomic only within one file system.
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await removeFile(draft).catch(() => {});
    throw error;
  }
}

/** Creates a file in one step. Throws if it exists, also if another process just created it. */
export async function writeNew(path: string, text: string): Promise<void> {
  const { link, writeFile } = await fs();
  const draft = `${path}.${crypto.randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: "wx" });
    // Why: a link, unlike a rename, never replaces a file.
    await link(draft, path);
  } finally {
    await removeFile(draft).catch(() => {});
  }
}

/** Removes a file, if it exists. */
export async function removeFile(path: string): Promise<void> {
  await (await fs()).rm(path, { force: true });
}

/** Whether an error of the file system says that nothing is there. */
// Why: the code is ENOTDIR if a segment of the path is a file.
function isAbsence(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^ENO(?:ENT|TDIR)$/.test(String(error.code));
}
