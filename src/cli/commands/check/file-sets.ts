// Groups the paths of a command line into sets of seeds: each directory is a set, and all single files
// together are one.
import * as runtimeFiles from "../../../runtime/files.ts";
import { isSeedFile, SCENARIOS } from "../../../seeds/read/file-names.ts";
import { type FileReader, readSeedFiles, type SeedFiles } from "../../../seeds/read/files.ts";
import {
  addScenarios,
  markScenario,
  readEmbedded,
  readWithScenario,
} from "../../../seeds/read/scenario-files.ts";
import { findSeeds } from "../../seeds-option.ts";

/** Means standard input. */
const STDIN = "-";

/** Files that are read together, and their name in reports. */
export interface FileSet extends SeedFiles {
  readonly name: string;
}

/** Reads the sets that paths name, each file once. A scenario is read with the seeds that it applies to. */
export async function readFileSets(
  paths: readonly string[],
  stdin: () => Promise<Uint8Array>,
  seeds: string | undefined,
): Promise<FileSet[]> {
  const targets = uniquePaths(await Promise.all(paths.map(seedsAround)));
  const kinds = await Promise.all(
    targets.map((path) => (path === STDIN ? "file" : runtimeFiles.kindOf(path))),
  );
  const directories = targets.filter((_, index) => kinds[index] === "directory");
  const known = new Set(directories.map(identityOf));
  const files = targets.filter((path, index) => {
    const isRead = kinds[index] === "file" && isWithin(path, known);
    return kinds[index] !== "directory" && !isRead;
  });
  const sets = await Promise.all(directories.map(readFileSet));
  return files.length === 0 ? sets : [...sets, await readTogether(files, stdin, seeds)];
}

/** Reads one directory or one file as a set of its own. */
export async function readFileSet(path: string): Promise<FileSet> {
  return { name: path.replace(/(?<=.)[\\/]+$/, ""), ...(await readSeedFiles(path, runtimeFiles)) };
}

async function readTogether(
  paths: readonly string[],
  stdin: () => Promise<Uint8Array>,
  named: string | undefined,
): Promise<FileSet> {
  const input: FileReader = {
    kindOf: async () => "file",
    listEntries: async () => ({ files: [], directories: [] }),
    readRegularFile: stdin,
    realPath: async () => "/",
  };
  const read = await Promise.all(
    paths.map((path) =>
      path === STDIN ? readSeedFiles("<stdin>", input) : readSeedFiles(path, runtimeFiles),
    ),
  );
  const [first = ""] = paths;
  const name = first === STDIN ? "<stdin>" : first;
  const whole = paths.length === 1 ? name : `${name} and ${paths.length - 1} more`;
  const files = read.flatMap((one) => one.files).map(markScenario);
  const given = { files, diagnostics: read.flatMap(({ diagnostics }) => diagnostics) };
  if (files.length === 0 || files.some(({ scenario }) => !scenario))
    return { name: whole, ...given };
  const seeds = await findSeeds(named);
  const base = await (seeds === undefined ? readEmbedded() : readSeedFiles(seeds, runtimeFiles));
  return { name: `${nameSeeds(seeds)} and ${whole}`, ...addScenarios(base, given) };
}

/** Reads a scenario file together with seeds, by default the embedded ones. */
export async function readScenarioSet(path: string, seeds: string | undefined): Promise<FileSet> {
  const name = `${nameSeeds(seeds)} and ${path}`;
  return { name, ...(await readWithScenario(path, seeds, runtimeFiles)) };
}

const nameSeeds = (seeds: string | undefined) => seeds ?? "the embedded seeds";

/** The directory of the seeds that a scenario, or `scenarios/` itself, applies to; any other path as it is. */
async function seedsAround(path: string): Promise<string> {
  const { parent, name } = splitPath(path);
  if (name === SCENARIOS) return (await holdsSeeds(parent)) ? parent : path;
  const { parent: above, name: directory } = splitPath(parent);
  if (directory !== SCENARIOS || !isSeedFile(name)) return path;
  // Why: a missing file would not be noticed among the others.
  if ((await runtimeFiles.kindOf(path)) === undefined) return path;
  return (await holdsSeeds(above)) ? above : path;
}

async function holdsSeeds(directory: string): Promise<boolean> {
  if ((await runtimeFiles.kindOf(directory)) !== "directory") return false;
  const names = await runtimeFiles.listDirectory(directory).catch(() => []);
  return names.some(isSeedFile);
}

function isWithin(path: string, directories: ReadonlySet<string>): boolean {
  const { parent, name } = splitPath(path);
  return isSeedFile(name) && directories.has(identityOf(parent));
}

function uniquePaths(paths: readonly string[]): string[] {
  const identities = paths.map(identityOf);
  return paths.filter((_, index) => identities.indexOf(identities[index] ?? "") === index);
}

/** The same text for every way to write a path; links and `..` are not followed. */
function identityOf(path: string): string {
  const [first = "", ...rest] = path.split(/[\\/]+/);
  const names = rest.filter((name) => name !== "" && name !== ".");
  if (first === "") return `/${names.join("/")}`;
  return [...(first === "." ? [] : [first]), ...names].join("/") || ".";
}

function splitPath(path: string): { readonly parent: string; readonly name: string } {
  const [, parent = "", name = ""] = /^(.*?[\\/]+|)([^\\/]*)[\\/]*$/s.exec(path) ?? [];
  return { parent: parent.replace(/(?<=.)[\\/]+$/, "") || ".", name };
}
