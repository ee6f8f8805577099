// Warns of files in a seeds directory that look like seeds and are ignored: a name in capitals, a subdirectory.
// It looks at names only.
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

// Why: a typo like `senarios` is near; with more mistakes, names like `scenarios.bak` would be near too.
const MOST_MISTAKES = 2;

/** Warns of what is ignored at the top of a seeds directory and in its scenarios. */
export async function findUnread(
  top: Folder,
  scenarios: Folder,
  list: (path: string) => Promise<DirectoryListing>,
): Promise<Diagnostic[]> {
  const others = top.directories.filter((name) => name !== SCENARIOS);
  const found = await Promise.all([
    ...others.map((name) => warnOfFolder(top, name, explainOther)),
    ...scenarios.directories.map((name) => warnOfFolder(scenarios, name, explainDeep)),
  ]);
  const misplaced = top.files.includes(SCENARIOS) ? [noDirectory(top)] : [];
  return [...inCapitals(top), ...misplaced, ...inCapitals(scenarios), ...found.flat()];

  async function warnOfFolder(
    folder: Folder,
    name: string,
    explain: (folder: Folder, name: string) => Explanation,
  ): Promise<Diagnostic[]> {
    if (name.startsWith(".")) return [];
    const path = join(folder.path, name);
    if (isYaml(name)) return [unread(path, ...NO_FILE)];
    const { files } = await list(path);
    return files.some(isYaml) ? [unread(path, ...explain(folder, name))] : [];
  }
}

type Explanation = readonly [message: string, hint: string];

const NO_FILE: Explanation = [
  "this directory is not read: only files are seeds",
  "Rename it, or move its files one directory up.",
];

const isYaml = (name: string) => /^[^.].*\.ya?ml$/i.test(name);

function inCapitals({ path, files }: Folder): Diagnostic[] {
  const capitals = files.filter((name) => isYaml(name) && !isSeedFile(name));
  return capitals.map((name) => {
    const message = "this file is not read: its name must end in .yaml or .yml, in lower case";
    const renamed = name.replace(/[^.]*$/, (ending) => ending.toLowerCase());
    return unread(join(path, name), message, `Rename it to ${quote(renamed)}.`);
  });
}

function noDirectory({ path }: Folder): Diagnostic {
  const message = "this file is not read: `scenarios` must be a directory";
  const hint = "Create a directory instead, with a .yaml file for each scenario.";
  return unread(join(path, SCENARIOS), message, hint);
}

function explainOther({ directories }: Folder, name: string): Explanation {
  if (closestMatch(name, [SCENARIOS], MOST_MISTAKES) === undefined) {
    const message = "the YAML files in this directory are not read: subdirectories are ignored";
    return [message, "Move those that are seeds one directory up, and scenarios to `scenarios`."];
  }
  const message = "the YAML files in this directory are not read: only `scenarios` holds scenarios";
  if (!directories.includes(SCENARIOS)) return [message, "Rename it to `scenarios`."];
  return [message, "Move those that are scenarios to `scenarios`."];
}

function explainDeep(): Explanation {
  const message = "the YAML files in this directory are not read: it is inside `scenarios`";
  return [message, "Move those that are scenarios one directory up."];
}

function unread(path: string, message: string, hint: string): Diagnostic {
  const span = { file: { path, text: "" }, start: 0, end: 0 };
  return { severity: "warning", code: "unread-file", message, hint, span };
}
