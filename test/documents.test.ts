// The documents next to the README: the tests, commands, files and versions that they name exist.
import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "..");
const read = (name: string) => Bun.file(join(ROOT, name)).text();
const SECURITY = await read("SECURITY.md");
const CONTRIBUTING = `${await read("CONTRIBUTING.md")}${await read("AGENTS.md")}`;
const CHANGELOG = await read("CHANGELOG.md");

describe("SECURITY.md", () => {
  const rows = [...SECURITY.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = ""]) => row.split(" | "))
    .slice(1);

  test("names who might attack, and for each attempt a defence, how many succeeded and its tests", () => {
    expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => 5));
    for (const [, , , succeeded] of rows) expect(succeeded).toMatch(/^0 of [1-9][\d,]*$/);
    expect([...new Set(rows.map(([who]) => who))]).toEqual([
      "a web page",
      "another machine on the network",
      "another user of the machine",
      "an untrusted seed file",
      "a dependency",
      "a malicious server, called by `conform`, `pull` or `wait`",
      "the environment of `conform`, `pull` or `wait`",
      "a malicious server, called by a command for a running sandbox",
      "a real key, sent by mistake",
      "a client whose requests you inspect",
      "anyone, on a shared sandbox at Cloudflare",
      "the current directory",
    ]);
  });

  test.each(rows.map(([who = "", attempt = "", , , tests = ""]) => [who, attempt, tests] as const))(
    "names tests that exist against %s that %s",
    async (_who, _attempt, tests) => {
      const files = [...tests.matchAll(/`([^`]+)` ((?:“[^”]+”(?:, )?)+)/g)];
      expect(files.length).toBeGreaterThan(0);
      for (const [, path = "", sentences = ""] of files) {
        const titles = titlesIn(await read(path));
        const named = [...sentences.matchAll(/“([^”]+)”/g)].map(([, sentence = ""]) => sentence);
        expect(named.filter((sentence) => !titles.includes(sentence))).toEqual([]);
      }
    },
  );
});

describe("CONTRIBUTING.md and AGENTS.md", () => {
  test("name scripts, tests and files that exist", async () => {
    const scripts = [...CONTRIBUTING.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const paths = CONTRIBUTING.match(/\b(?:src|test|seeds)\/[\w/.-]*/g) ?? [];
    const found = await Promise.all(paths.map((path) => exists(path)));
    expect(paths.filter((_, at) => !found[at])).toEqual([]);
  });
});

describe("CHANGELOG.md", () => {
  test("begins with the version that this is", () => {
    expect(CHANGELOG.match(/^## (\S+?),? /m)?.[1]).toBe(manifest.version);
  });

  test("counts the scenarios", async () => {
    expect(CHANGELOG).toContain("fifteen situations");
    expect(await readdir(join(ROOT, "seeds/scenarios"))).toHaveLength(15);
  });
});

/** The titles of the tests in a file, and of the groups that they are in. */
function titlesIn(text: string): string[] {
  const titles = text.matchAll(/(?:\b(?:test|describe)|\))\(\s*"(.+)",/g);
  return Array.from(titles, ([, title = ""]) => title);
}

async function exists(path: string): Promise<boolean> {
  const parent = join(ROOT, path, "..");
  return (await readdir(parent)).includes(path.split("/").filter(Boolean).at(-1) ?? "");
}
