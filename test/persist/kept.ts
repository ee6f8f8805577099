// A sandbox that keeps its worlds in files, which are texts in memory: a restart, or a kill, is another sandbox with
// the same files.
import { keepWorlds } from "../../src/persist/kept-worlds.ts";
import type { Files } from "../../src/persist/world-file.ts";
import { controlled } from "../control/ask.ts";
import { NOW, type TestSandboxOptions } from "../support/sandbox.ts";
import type { Sleeper, SleeperOptions } from "../world/sleeper.ts";

/** Files that are texts by their names. */
export function memoryFiles(texts = new Map<string, string>()) {
  /** The names of files in the order in which they were written. */
  const written: string[] = [];
  const read = (name: string) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error("there is no such file");
    return text;
  };
  const files: Files = {
    names: () => [...texts.keys()].toSorted(),
    read,
    write(name, text) {
      texts.set(name, text);
      written.push(name);
    },
    remove: (name) => texts.delete(name),
    rename(name, to) {
      texts.set(to, read(name));
      texts.delete(name);
    },
  };
  return { ...files, texts, written };
}

/** A sandbox that keeps its worlds in these files. */
export function keeping(options: TestSandboxOptions = {}, files = memoryFiles()) {
  const sandbox = controlled(options);
  const kept = keepWorlds(sandbox.worlds, files, options.scenario);
  return {
    ...sandbox,
    files,
    kept,
    /** Starts another with a copy of the files, as after a kill. */
    kill: (others: TestSandboxOptions = {}) =>
      keeping(
        { ...options, now: sandbox.worlds.now(), loadedAt: NOW, ...others },
        memoryFiles(new Map(files.texts)),
      ),
  };
}

/** A sleeper whose world is kept in a file. */
export async function createKept(options: SleeperOptions): Promise<Sleeper> {
  const { world, made, ...ofSandbox } = options;
  const sandbox = keeping(ofSandbox);
  await sandbox.must(201, "POST", "/worlds", { name: world, ...made });
  return asSleeper(sandbox);
}

function asSleeper(sandbox: ReturnType<typeof keeping>): Sleeper {
  return {
    ...sandbox,
    parts: sandbox.files.texts,
    save() {
      sandbox.kept.saveAll();
      return [];
    },
    sleep: () => asSleeper(sandbox.kill()),
  };
}
