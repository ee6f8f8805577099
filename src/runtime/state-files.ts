// The files in a state directory. Each is written whole, and at once, so that what a response reports is already saved.
// Only their owner can read them, because they have secrets.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { isDenied } from "../shared/is-denied.ts";
import { lockDirectory } from "./directory-lock.ts";
import { StateError } from "./state-error.ts";

export interface StateFiles {
  readonly path: string;
  /** The names of all files, sorted. */
  names(): readonly string[];
  read(name: string): string;
  /** Writes a file in one step: whoever reads it sees all of it, or what was there before. */
  write(name: string, text: string): void;
  remove(name: string): void;
  rename(name: string, to: string): void;
  /** Lets other servers use the directory. */
  close(): void;
}

// Why: such files are deleted at the start, and must not be somebody else's.
export const DRAFT = ".merchant-sandbox-draft";

/** Opens a directory, which is created unless it exists. Throws `StateError`. */
export async function openStateFiles(path: string): Promise<StateFiles> {
  const pathOf = (name: string) => `${path}/${name}`;
  const list = () =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [] : [entry.name],
    );
  const write = (name: string, text: string) => {
    const draft = pathOf(name) + DRAFT;
    try {
      // Why: `wx` follows no link.
      writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
      renameSync(draft, pathOf(name));
    } catch (error) {
      try {
        rmSync(draft, { force: true });
      } catch {
        // Why: on a read-only disk this fails, too. The caller must read why nothing was written.
      }
      throw error;
    }
  };
  const remove = (name: string) => rmSync(pathOf(name), { force: true });
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = await lockDirectory(path);
    for (const name of list()) if (name.endsWith(DRAFT)) remove(name);
    return {
      path,
      names: () => list().toSorted(),
      read: (name) => readFileSync(pathOf(name), "utf8"),
      write,
      remove,
      rename: (name, to) => renameSync(pathOf(name), pathOf(to)),
      close: lock.release,
    };
  } catch (error) {
    if (error instanceof StateError || isDenied(error) || !(error instanceof Error)) throw error;
    throw new StateError(`Cannot write to the directory ${path}: ${error.message}.`, false);
  }
}
