// The program that watch.test.ts runs on each runtime: it changes watched files in every way there is
// and reports, in JSON lines, which changes were reported. It ends by itself when nothing is watched.
import { mkdtemp, readdir, readFile, symlink, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { watch } from "../../src/runtime/watch.ts";
import { KEYS, remove, WAYS, type Way, write } from "./watch-ways.ts";

const poll = process.argv[2] === "poll";
// Why: a change that is not reported is to be named, before the test's own deadline ends it all.
const DEADLINE_MS = 10_000;

for (const [name, way] of Object.entries(WAYS)) {
  const root = await mkdtemp(join(tmpdir(), "merchant-sandbox-watch-"));
  const reported = await attempt(way, root).finally(() => remove(root));
  process.stdout.write(`${JSON.stringify({ name, reported })}\n`);
}

// Why: what a closed watcher still waits for would keep this process from ending.
const idle = await watch({ path: tmpdir(), poll, pollMs: 600_000, onChange() {} });
idle.close();

async function attempt(way: Way, root: string): Promise<string> {
  const at = (path: string) => join(root, path);
  for (const [path, text] of Object.entries(way.before)) {
    await write(at(path), text);
    // Why: polling can't tell two edits of one moment that leave the size as it was.
    await utimes(at(path), 1, 1);
  }
  for (const [path, target] of Object.entries(way.links ?? {})) await symlink(target, at(path));
  const path = at(way.watched ?? "seeds");

  let seen = "";
  let wake = () => {};
  const watcher = await watch({
    path,
    nested: ["scenarios"],
    poll,
    // Why: without checks, only events report a change.
    pollMs: poll || way.isChecked || "Deno" in globalThis ? 10 : 600_000,
    async onChange() {
      seen = await contentOf(path);
      wake();
    },
    onFallback: (reason) => process.stdout.write(`${JSON.stringify({ reason })}\n`),
  });
  const telling = async (change: () => Promise<void>) => {
    await change();
    const content = await contentOf(path);
    let late = false;
    const deadline = setTimeout(() => {
      late = true;
      wake();
    }, DEADLINE_MS);
    while (seen !== content && !late) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    clearTimeout(deadline);
    return seen === content;
  };

  try {
    if (!(await telling(() => way.change(at)))) return "not the change";
    const edit = () => write(at(way.edited ?? KEYS), "edited afterwards");
    return (await telling(edit)) ? "both" : "not the edit afterwards";
  } finally {
    watcher.close();
  }
}

/** What a reader sees: the files of the directory and those of `scenarios`, or the single file. */
async function contentOf(path: string): Promise<string> {
  const scenarios = join(path, "scenarios");
  const lists = [path, scenarios].map(async (directory) =>
    (await readdir(directory).catch(() => [])).map((name) => join(directory, name)),
  );
  const paths = [path, ...(await Promise.all(lists)).flat()].sort();
  const texts = await Promise.all(paths.map((file) => readFile(file, "utf8").catch(() => null)));
  return JSON.stringify(paths.map((file, index) => [file, texts[index]]));
}
