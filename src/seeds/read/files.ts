// Finds the files of a set of seeds and decodes them. Access to files is passed in, so that this folder names no
// runtime.
import { type Diagnostic, errorAt, type SeedFile } from "../diagnostics/diagnostic.ts";
import { isSeedFile, join, SCENARIOS, scenarioOf } from "./file-names.ts";
import { type DirectoryListing, findUnread } from "./ignored-files.ts";

/** The number of characters from which seeds are large. */
const LARGE = 1_000_000;

/** The most bytes of a file. */
const LARGEST = 16 * 1_048_576;

/** Access to files. */
export interface FileReader {
  kindOf(path: string): Promise<"file" | "directory" | undefined>;
  listEntries(path: string): Promise<DirectoryListing>;
  /** Reads a regular file, of `limit` bytes at most. Throws for anything else. */
  readRegularFile(path: string, limit: number): Promise<Uint8Array>;
  /** Returns a path without links. */
  realPath(path: string): Promise<string>;
}

/** The files that were read. If a diagnostic is an error, a file is missing or broken. */
export interface SeedFiles {
  readonly files: readonly SeedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The listing of a directory, which is empty if a diagnostic says that it can't be read. */
interface Folder extends DirectoryListing {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether files are so large that the memory for loading them should be released afterwards. */
export function areLarge(files: readonly SeedFile[]): boolean {
  return files.reduce((sum, { text }) => sum + text.length, 0) > LARGE;
}

/**
 * Reads a seeds directory (`*.yaml` and `*.yml` at its top, by name, then those in `scenarios/`) or a
 * single file. Warns of files that look like seeds and are ignored.
 */
export async function readSeedFiles(path: string, reader: FileReader): Promise<SeedFiles> {
  const kind = await reader.kindOf(path);
  if (kind === undefined)
    return noSeeds(path, "there is no such file or directory", "Check the spelling of the path.");
  if (kind === "directory") return readSeedDirectory(path, reader);
  return readSeedFile(path, await rootOf(parentOf(path), reader), reader);
}

async function readSeedDirectory(path: string, reader: FileReader): Promise<SeedFiles> {
  const list = (directory: string) => listFolder(directory, reader);
  const top = await list(path);
  if (top.diagnostics.length > 0) return { files: [], diagnostics: top.diagnostics };
  const below = join(path, SCENARIOS);
  const scenarios = top.directories.includes(SCENARIOS) ? await list(below) : emptyFolder(below);
  const unread = await findUnread(top, scenarios, list);
  const root = await rootOf(path, reader);
  const base = await readFilesIn(top, root, reader);
  if (base.files.length === 0 && base.diagnostics.length === 0) {
    return { files: [], diagnostics: [...noBase(path, scenarios).diagnostics, ...unread] };
  }
  const { files, diagnostics } = await readFilesIn(scenarios, root, reader);
  return {
    files: [...base.files, ...files.map((file) => ({ ...file, scenario: scenarioOf(file.path) }))],
    diagnostics: [...base.diagnostics, ...diagnostics, ...unread],
  };
}

// Why: a directory may be removed while it is read; then its files report it.
const rootOf = (path: string, reader: FileReader) => reader.realPath(path).catch(() => path);

async function listFolder(path: string, reader: FileReader): Promise<Folder> {
  try {
    return { path, ...(await reader.listEntries(path)), diagnostics: [] };
  } catch (error) {
    const message = `this directory can't be read: ${reasonOf(error)}`;
    return { ...emptyFolder(path), diagnostics: noSeeds(path, message).diagnostics };
  }
}

const emptyFolder = (path: string): Folder => ({
  path,
  files: [],
  directories: [],
  diagnostics: [],
});

async function readFilesIn(folder: Folder, root: string, reader: FileReader): Promise<SeedFiles> {
  const seeds = folder.files.filter(isSeedFile).toSorted();
  const read = await Promise.all(
    seeds.map((name) => readSeedFile(join(folder.path, name), root, reader)),
  );
  return {
    files: read.flatMap(({ files }) => files),
    diagnostics: [...folder.diagnostics, ...read.flatMap(({ diagnostics }) => diagnostics)],
  };
}

function noBase(path: string, scenarios: Folder): SeedFiles {
  if (!scenarios.files.some(isSeedFile)) {
    return noSeeds(path, "there is no .yaml or .yml file in this directory", NO_FILE);
  }
  const message = "there are scenarios here, but no base file (.yaml or .yml) for them to change";
  return noSeeds(path, message, "Put the seeds that they change in a file next to `scenarios`.");
}

const NO_FILE = "Run merchant-sandbox init, or pass another directory with --seeds.";

/** Reads a file; its text may be shown if it is in the directory `root`. */
async function readSeedFile(path: string, root: string, reader: FileReader): Promise<SeedFiles> {
  try {
    const { text, broken } = decode(await reader.readRegularFile(path, LARGEST));
    const isLinked = !isWithin(root, await reader.realPath(path));
    const file = { path, text, ...(isLinked && { isLinked }) };
    return { files: [file], diagnostics: broken === undefined ? [] : [notUtf8(file, broken)] };
  } catch (error) {
    return noSeeds(path, `this file can't be read: ${reasonOf(error)}`);
  }
}

const parentOf = (path: string) => /^.*[\\/]/s.exec(path)?.[0] ?? ".";

const isWithin = (directory: string, path: string) =>
  path.startsWith(directory) && /[\\/]/.test(path.charAt(directory.replace(/[\\/]$/, "").length));

function decode(bytes: Uint8Array): { text: string; broken: number | undefined } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), broken: undefined };
  } catch {
    const text = new TextDecoder().decode(bytes);
    return { text, broken: text.indexOf("\uFFFD") };
  }
}

function notUtf8(file: SeedFile, at: number): Diagnostic {
  const span = { file, start: at, end: at + 1 };
  return errorAt(span, "not-utf-8", "this file is not UTF-8", "Save the file as UTF-8.");
}

function noSeeds(path: string, message: string, hint?: string): SeedFiles {
  const span = { file: { path, text: "" }, start: 0, end: 0 };
  return { files: [], diagnostics: [errorAt(span, "no-seeds", message, hint)] };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
