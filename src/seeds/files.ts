// Which files make a set of seeds, and their bytes as text. Reading itself is handed in, so that this
// folder names no runtime.
import { type Diagnostic, errorAt, type SeedFile } from "./diagnostic.ts";

/** What is needed of a file system. */
export interface FileReader {
  kindOf(path: string): Promise<"file" | "directory" | undefined>;
  listDirectory(path: string): Promise<string[]>;
  readBytes(path: string): Promise<Uint8Array>;
}

export interface SeedFiles {
  readonly files: readonly SeedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Where a seeds directory holds its scenarios, one a file. */
export const SCENARIOS = "scenarios";

/**
 * Reads a seeds directory (`*.yaml` and `*.yml` at its top, by name, then those in `scenarios/`) or a
 * single file.
 */
export async function readSeedFiles(path: string, reader: FileReader): Promise<SeedFiles> {
  const kind = await reader.kindOf(path);
  if (kind === undefined)
    return noSeeds(path, "there is no such file or directory", "Mind the spelling of the path.");
  return kind === "file" ? readSeedFile(path, reader) : readSeedDirectory(path, reader);
}

async function readSeedDirectory(path: string, reader: FileReader): Promise<SeedFiles> {
  const base = await readFilesIn(path, reader);
  if (base.files.length === 0 && base.diagnostics.length === 0) {
    return noSeeds(path, "there is no .yaml or .yml file in this directory", "Put one there.");
  }
  const directory = join(path, SCENARIOS);
  if ((await reader.kindOf(directory)) !== "directory") return base;
  const { files, diagnostics } = await readFilesIn(directory, reader);
  const scenarios = files.map((file) => ({ ...file, scenario: scenarioOf(file.path) }));
  return {
    files: [...base.files, ...scenarios],
    diagnostics: [...base.diagnostics, ...diagnostics],
  };
}

async function readFilesIn(directory: string, reader: FileReader): Promise<SeedFiles> {
  try {
    const names = await reader.listDirectory(directory);
    const seeds = names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).toSorted();
    const read = await Promise.all(
      seeds.map((name) => readSeedFile(join(directory, name), reader)),
    );
    return {
      files: read.flatMap(({ files }) => files),
      diagnostics: read.flatMap(({ diagnostics }) => diagnostics),
    };
  } catch (error) {
    return noSeeds(directory, `this directory can't be read: ${reasonOf(error)}`);
  }
}

async function readSeedFile(path: string, reader: FileReader): Promise<SeedFiles> {
  try {
    const { text, broken } = decode(await reader.readBytes(path));
    const file = { path, text };
    return { files: [file], diagnostics: broken === undefined ? [] : [notUtf8(file, broken)] };
  } catch (error) {
    return noSeeds(path, `this file can't be read: ${reasonOf(error)}`);
  }
}

const join = (directory: string, name: string) => `${directory.replace(/\/+$/, "")}/${name}`;

/** The name of the scenario that a file in `scenarios/` describes. */
const scenarioOf = (path: string) => path.replace(/^.*\//, "").replace(/\.ya?ml$/, "");

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
  return errorAt(span, "not-utf-8", "this is not UTF-8", "Save the file as UTF-8.");
}

function noSeeds(path: string, message: string, hint?: string): SeedFiles {
  const span = { file: { path, text: "" }, start: 0, end: 0 };
  return { files: [], diagnostics: [errorAt(span, "no-seeds", message, hint)] };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
