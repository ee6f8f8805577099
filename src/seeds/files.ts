// Which files make a set of seeds, and their bytes as text. Reading itself is handed in, so that this
// folder names no runtime.
import type { Diagnostic, SeedFile } from "./diagnostic.ts";

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

/** Reads a seeds directory (`*.yaml` and `*.yml` at its top, by name) or a single file. */
export async function readSeedFiles(path: string, reader: FileReader): Promise<SeedFiles> {
  const kind = await reader.kindOf(path);
  if (kind === undefined) return noSeeds(path, `there is no file or directory ${path}`);
  const paths = kind === "file" ? [path] : await listSeedPaths(path, reader);
  if (paths.length === 0) return noSeeds(path, `there is no .yaml file in ${path}`);

  const files: SeedFile[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of paths) {
    const { text, broken } = decode(await reader.readBytes(file));
    files.push({ path: file, text });
    if (broken !== undefined) diagnostics.push(notUtf8({ path: file, text }, broken));
  }
  return { files, diagnostics };
}

async function listSeedPaths(directory: string, reader: FileReader): Promise<string[]> {
  const names = await reader.listDirectory(directory);
  const seeds = names.filter((name) => /^[^.].*\.ya?ml$/.test(name)).toSorted();
  return seeds.map((name) => `${directory.replace(/\/+$/, "")}/${name}`);
}

function decode(bytes: Uint8Array): { text: string; broken: number | undefined } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), broken: undefined };
  } catch {
    const text = new TextDecoder().decode(bytes);
    return { text, broken: text.indexOf("\uFFFD") };
  }
}

function notUtf8(file: SeedFile, at: number): Diagnostic {
  return {
    severity: "error",
    code: "not-utf-8",
    message: "this is not UTF-8",
    hint: "Save the file as UTF-8.",
    span: { file, start: at, end: at + 1 },
  };
}

function noSeeds(path: string, message: string): SeedFiles {
  const span = { file: { path, text: "" }, start: 0, end: 0 };
  return {
    files: [],
    diagnostics: [{ severity: "error", code: "no-seeds", message, span }],
  };
}
