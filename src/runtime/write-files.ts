// Writes several files to a directory: all of them or none. Links in it are not followed.
import { lstat, mkdir, open, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

export interface NewFile {
  /** Relative to the directory, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether it replaces an existing file. Default: false, and then an existing file is an error. */
  readonly replaces?: boolean | undefined;
}

type Undo = () => Promise<unknown>;

/** Writes files. If one cannot be written, everything is as it was before, and the error is thrown. */
export async function writeFiles(directory: string, files: readonly NewFile[]): Promise<void> {
  const undo: Undo[] = [];
  try {
    await makeFolder(directory, undo);
    for (const folder of new Set(files.flatMap(({ path }) => foldersOf(path)))) {
      await expectNoLink(directory, folder);
      await makeFolder(join(directory, folder), undo);
    }
    const drafts: (readonly [draft: string, path: string])[] = [];
    for (const { path, text, replaces } of files) {
      const target = join(directory, path);
      const file = replaces ? `${target}.${crypto.randomUUID()}.tmp` : target;
      await createFile(file, text, undo);
      if (replaces) drafts.push([file, target]);
    }
    // Why: last, when all contents are on the disk. A rename needs no space.
    for (const [draft, path] of drafts) await rename(draft, path);
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => {});
    throw error;
  }
}

/** `a/b/c.yaml` → `a`, `a/b`. */
function foldersOf(path: string): string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

async function makeFolder(path: string, undo: Undo[]): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first !== undefined) undo.push(() => removeFolders(resolve(path), resolve(first)));
}

/** Removes empty directories, from the innermost to the first that was created. */
async function removeFolders(path: string, first: string): Promise<void> {
  await rmdir(path);
  if (path !== first) await removeFolders(dirname(path), first);
}

async function expectNoLink(directory: string, folder: string): Promise<void> {
  const found = await lstat(join(directory, folder)).catch(() => undefined);
  if (found?.isSymbolicLink()) throw new Error(`${folder} in it is a link`);
}

async function createFile(path: string, text: string, undo: Undo[]): Promise<void> {
  // Why: this neither replaces a file nor follows a link.
  const file = await open(path, "wx");
  undo.push(() => rm(path));
  try {
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}
