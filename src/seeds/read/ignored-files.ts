// What lies in a seeds directory as if it were seeds, and is not read: a name in capitals, a folder one
// slip from `scenarios`. Only names are looked at, and whatever else people keep there is their own.
import { closestMatch } from "../../shared/closest-match.ts";
import { type Diagnostic, quote } from "../diagnostics/diagnostic.ts";
import { isSeedFile, join, SCENARIOS } from "./file-names.ts";

/** The names in a directory. */
export interface DirectoryListing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

interface Folder extends DirectoryListing {
  readonly path: string;
}

// Why: `senario` is two slips; with more, names like `scenarios.bak` are near as well.
const MOST_SLIPS = 2;

/** Warns of what is not read at the top of a seeds directory and in its scenarios. */
export async function findUnread(
  top: Folder,
  scenarios: Folder,
  list: (path: string) => Promise<DirectoryListing>,
): Promise<Diagnostic[]> {
  const namesakes = top.directories.filter(isNearScenarios);
  const found = await Promise.all([
    ...namesakes.map((name) => warnOfFolder(top, name, outsideScenarios)),
    ...scenarios.directories.map((name) => warnOfFolder(scenarios, name, belowScenarios)),
  ]);
  const misplaced = top.files.includes(SCENARIOS) ? [noDirectory(top)] : [];
  return [...inCapitals(top), ...misplaced, ...inCapitals(scenarios), ...found.flat()];

  async function warnOfFolder(
    folder: Folder,
    name: string,
    warn: (folder: Folder, name: string) => Diagnostic,
  ): Promise<Diagnostic[]> {
    if (name.startsWith(".")) return [];
    const { files } = await list(join(folder.path, name));
    return files.some(isYaml) ? [warn(folder, name)] : [];
  }
}

const isYaml = (name: string) => /^[^.].*\.ya?ml$/i.test(name);

const isNearScenarios = (name: string) =>
  name !== SCENARIOS && closestMatch(name, [SCENARIOS], MOST_SLIPS) !== undefined;

function inCapitals({ path, files }: Folder): Diagnostic[] {
  const capitals = files.filter((name) => isYaml(name) && !isSeedFile(name));
  return capitals.map((name) => {
    const message = "this file is not read: its name must end in .yaml or .yml, in small letters";
    const mended = name.replace(/[^.]*$/, (ending) => ending.toLowerCase());
    return unread(join(path, name), message, `Rename it to ${quote(mended)}.`);
  });
}

function noDirectory({ path }: Folder): Diagnostic {
  const message = "this file is not read: scenarios are looked for in a directory of its name";
  const hint = "Make it a directory, with a .yaml file for each scenario.";
  return unread(join(path, SCENARIOS), message, hint);
}

function outsideScenarios({ path, directories }: Folder, name: string): Diagnostic {
  const message = "the YAML files in this directory are not read: scenarios lie in `scenarios`";
  const hint = directories.includes(SCENARIOS)
    ? "Move those that are scenarios to `scenarios`."
    : "Rename it to `scenarios`.";
  return unread(join(path, name), message, hint);
}

function belowScenarios({ path }: Folder, name: string): Diagnostic {
  const message = "the YAML files in this directory are not read: it is too deep in `scenarios`";
  return unread(join(path, name), message, "Move those that are scenarios one directory up.");
}

function unread(path: string, message: string, hint: string): Diagnostic {
  const span = { file: { path, text: "" }, start: 0, end: 0 };
  return { severity: "warning", code: "unread-file", message, hint, span };
}
