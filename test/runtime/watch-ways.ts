// The ways in which watched files change: how editors save, and how directories and links are replaced.
import { appendFile, mkdir, rename, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** A way of changing files. Paths are within a directory of its own. */
export interface Way {
  readonly before: Readonly<Record<string, string>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly watched?: string;
  readonly change: (at: (path: string) => string) => Promise<void>;
  /** A file that is edited in place afterwards, to see that the watcher is not deaf by then. */
  readonly edited?: string;
  /** Whether it is outside of what has events, and found by a check. */
  readonly isChecked?: true;
}

export const KEYS = "seeds/keys.yaml";
const SEEDS = { [KEYS]: "1", "seeds/orders.yaml": "1" };
const NESTED = { ...SEEDS, "seeds/scenarios/slow.yaml": "1" };
const MOUNTED = { "seeds/..1/keys.yaml": "1", "seeds/..2/keys.yaml": "2" };

export const WAYS: Readonly<Record<string, Way>> = {
  "an edit in place": { before: SEEDS, change: (at) => writeFile(at(KEYS), "2") },
  "an edit that keeps the size": { before: SEEDS, change: (at) => writeFile(at(KEYS), "3") },
  "an atomic save": { before: SEEDS, change: (at) => saveAtomically(at(KEYS)) },
  "a save with a backup": { before: SEEDS, change: (at) => saveWithBackup(at(KEYS)) },
  "a new file": { before: SEEDS, change: (at) => writeFile(at("seeds/new.yaml"), "2") },
  "a deleted file": {
    before: SEEDS,
    change: (at) => unlink(at(KEYS)),
    edited: "seeds/orders.yaml",
  },
  "a renamed file": {
    before: SEEDS,
    change: (at) => rename(at(KEYS), at("seeds/renamed.yaml")),
    edited: "seeds/renamed.yaml",
  },
  "an edit of a scenario": {
    before: NESTED,
    change: (at) => writeFile(at("seeds/scenarios/slow.yaml"), "2"),
    edited: "seeds/scenarios/slow.yaml",
  },
  "the first scenario": {
    before: SEEDS,
    change: (at) => write(at("seeds/scenarios/slow.yaml"), "2"),
    edited: "seeds/scenarios/slow.yaml",
  },
  "scenarios deleted": {
    before: NESTED,
    change: (at) => remove(at("seeds/scenarios")),
  },
  "scenarios made again": {
    before: NESTED,
    async change(at) {
      await remove(at("seeds/scenarios"));
      await write(at("seeds/scenarios/slow.yaml"), "2");
    },
    edited: "seeds/scenarios/slow.yaml",
  },
  "scenarios that are a link": {
    before: { ...SEEDS, "elsewhere/slow.yaml": "1" },
    links: { "seeds/scenarios": "../elsewhere" },
    change: (at) => saveAtomically(at("elsewhere/slow.yaml")),
    edited: "elsewhere/slow.yaml",
  },
  "the directory made again": {
    before: NESTED,
    async change(at) {
      await remove(at("seeds"));
      await write(at("seeds/scenarios/slow.yaml"), "2");
      await write(at(KEYS), "2");
    },
    edited: "seeds/scenarios/slow.yaml",
  },
  "the directory swapped": {
    before: { ...SEEDS, "next/keys.yaml": "2" },
    async change(at) {
      await rename(at("seeds"), at("old"));
      await rename(at("next"), at("seeds"));
    },
  },
  "the directory deleted": {
    before: SEEDS,
    change: (at) => remove(at("seeds")),
    edited: KEYS,
    isChecked: true,
  },
  "a directory that was not there": {
    before: {},
    watched: "deep/down/seeds",
    change: (at) => write(at("deep/down/seeds/keys.yaml"), "2"),
    edited: "deep/down/seeds/keys.yaml",
    isChecked: true,
  },
  "a link to the directory swapped": {
    before: { "v1/keys.yaml": "1", "v2/keys.yaml": "2" },
    links: { current: "v1", seeds: "current" },
    change: (at) => swap(at("current"), "v2"),
    edited: "v2/keys.yaml",
    isChecked: true,
  },
  "a link on the way swapped": {
    before: { "v1/seeds/keys.yaml": "1", "v2/seeds/keys.yaml": "2" },
    links: { current: "v1" },
    watched: "current/seeds",
    change: (at) => swap(at("current"), "v2"),
    edited: "v2/seeds/keys.yaml",
    isChecked: true,
  },
  "a mounted volume's new version": {
    before: MOUNTED,
    links: { "seeds/..data": "..1", [KEYS]: "..data/keys.yaml" },
    async change(at) {
      await swap(at("seeds/..data"), "..2");
      await remove(at("seeds/..1"));
    },
    edited: "seeds/..2/keys.yaml",
    isChecked: true,
  },
  "an edit where a link leads": {
    before: { ...SEEDS, "elsewhere/shared.yaml": "1" },
    links: { "seeds/shared.yaml": "../elsewhere/shared.yaml" },
    change: (at) => writeFile(at("elsewhere/shared.yaml"), "2"),
    edited: "elsewhere/shared.yaml",
    isChecked: true,
  },
  "an atomic save where a link leads": {
    before: { ...SEEDS, "elsewhere/shared.yaml": "1" },
    links: { "seeds/shared.yaml": "../elsewhere/shared.yaml" },
    change: (at) => saveAtomically(at("elsewhere/shared.yaml")),
    edited: "elsewhere/shared.yaml",
    isChecked: true,
  },
  "an edit of a single file": {
    before: SEEDS,
    watched: KEYS,
    change: (at) => writeFile(at(KEYS), "2"),
  },
  "an atomic save of a single file": {
    before: SEEDS,
    watched: KEYS,
    change: (at) => saveAtomically(at(KEYS)),
  },
  "a save of a single file with a backup": {
    before: SEEDS,
    watched: KEYS,
    change: (at) => saveWithBackup(at(KEYS)),
  },
  "a single file of a mounted volume": {
    before: MOUNTED,
    links: { "seeds/..data": "..1", [KEYS]: "..data/keys.yaml" },
    watched: KEYS,
    change: (at) => swap(at("seeds/..data"), "..2"),
    edited: "seeds/..2/keys.yaml",
    isChecked: true,
  },
};

/** Writes a file, and the directories on the way to it. */
export async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** Removes a file or a directory with all in it. */
export async function remove(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

async function saveAtomically(path: string): Promise<void> {
  await writeFile(`${path}.tmp`, "2");
  await rename(`${path}.tmp`, path);
}

async function saveWithBackup(path: string): Promise<void> {
  await rename(path, `${path}~`);
  await writeFile(path, "2");
  await appendFile(path, "\n");
  await unlink(`${path}~`);
}

async function swap(link: string, target: string): Promise<void> {
  await symlink(target, `${link}.tmp`);
  await rename(`${link}.tmp`, link);
}
