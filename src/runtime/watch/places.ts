// The places where a change to watched files can appear: directories, and the names to look for in them. Links are
// followed, because each link on the path can change.
import { lstat, readdir, readlink, stat } from "node:fs/promises";
import { join, parse, resolve, sep } from "node:path";

/** The relevant names in each directory, by its path. `all` means every name. */
export type Places = ReadonlyMap<string, ReadonlySet<string> | "all">;

/** The target of a path, if it exists, and the steps of the path that can change. */
interface Way {
  readonly end: string | undefined;
  readonly steps: readonly string[];
}

// Why: as many as Linux follows before it reports a loop.
const MOST_LINKS = 40;

/** Finds the places for a file, or for a directory and the `nested` directories that it contains. */
export async function findPlaces(path: string, nested: readonly string[]): Promise<Places> {
  const places = new Map<string, Set<string> | "all">();

  async function follow(target: string): Promise<string | undefined> {
    const { end, steps } = await walk(resolve(target));
    for (const { dir, base } of steps.map((step) => parse(step))) {
      const names = places.get(dir) ?? new Set();
      if (names !== "all") places.set(dir, names.add(base));
    }
    return end;
  }

  for (const target of [path, ...nested.map((name) => join(path, name))]) {
    const end = await follow(target);
    const entries = end === undefined ? undefined : await entriesOf(end);
    if (end === undefined || entries === undefined) continue;
    places.set(end, "all");
    const links = entries.filter((entry) => entry.isSymbolicLink());
    for (const { name } of links) await follow(join(end, name));
  }
  return places;
}

/** Describes the places as a text that changes if anything there changes. */
export async function describePlaces(places: Places): Promise<string> {
  const paths = await Promise.all(
    Array.from(places, async ([directory, names]) => {
      const listed = names === "all" ? await entriesOf(directory) : undefined;
      const found = listed?.map(({ name }) => name).sort() ?? (names === "all" ? [] : [...names]);
      return ["", ...found].map((name) => join(directory, name));
    }),
  );
  return (await Promise.all(paths.flat().map(describe))).join("\n");
}

/** Identifies a directory, so that another directory with the same path is different. */
export async function identify(directory: string): Promise<string | undefined> {
  const stats = await absent(stat(directory));
  // Why: a directory that is created again often gets the same inode as the deleted one.
  return stats && `${directory} ${stats.dev} ${stats.ino} ${stats.birthtimeMs || stats.ctimeMs}`;
}

async function walk(path: string, links = 0): Promise<Way> {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep);
  let at = root;
  for (const [index, name] of names.entries()) {
    const step = join(at, name);
    const stats = await absent(lstat(step));
    if (stats === undefined || links > MOST_LINKS) return { end: undefined, steps: [step] };
    if (stats.isSymbolicLink()) {
      const target = (await absent(readlink(step))) ?? step;
      const rest = await walk(resolve(at, target, ...names.slice(index + 1)), links + 1);
      return { end: rest.end, steps: [step, ...rest.steps] };
    }
    at = step;
  }
  return { end: at, steps: at === root ? [] : [at] };
}

async function describe(path: string): Promise<string> {
  const stats = await absent(stat(path));
  return stats ? `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : path;
}

function entriesOf(directory: string) {
  return absent(readdir(directory, { withFileTypes: true }));
}

// Why: an unreadable entry counts as missing. Reading it reports the reason.
function absent<Value>(found: Promise<Value>): Promise<Value | undefined> {
  return found.catch(() => undefined);
}
