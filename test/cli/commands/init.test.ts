import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../../src/cli/run.ts";
import { createStarterFiles } from "../../../src/seeds/write/starter.ts";
import { RUNTIMES, spawnSandbox } from "../../support/spawn-sandbox.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { golden } from "../serving.ts";
import { runWithSmallFiles } from "../small-files.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

const STARTER = Object.fromEntries(createStarterFiles().map(({ path, text }) => [path, text]));

describe("init", () => {
  test("writes the starter files, and says which and what to do next", async () => {
    await using directory = await temporaryDirectory();
    const seeds = join(directory.path, "a/b's seeds");
    const { code, stdout, stderr } = await init(seeds);
    const quoted = `'${seeds.replace("'", "'\\''")}'`;
    const shown = stdout.replaceAll(quoted, "DIR").replaceAll(seeds, "DIR");
    expect({ code, shown, stderr }).toEqual({
      code: 0,
      shown: await golden("init.txt"),
      stderr: "",
    });
    expect(filesIn(seeds)).toEqual(STARTER);
  });

  test("writes next to files that are not seeds", async () => {
    await using directory = await temporaryDirectory({
      "README.md": "mine",
      "scenarios/a.txt": "",
    });
    expect((await init(directory.path)).code).toBe(0);
    expect(filesIn(directory.path)).toEqual({
      ...STARTER,
      "README.md": "mine",
      "scenarios/a.txt": "",
    });
  });

  test("without a directory writes ./sandbox-seeds, which check finds fine and serve serves", async () => {
    await using directory = await temporaryDirectory();
    expect(await spawnIn(directory.path, "init")).toMatchObject({ code: 0, stderr: "" });
    expect(filesIn(join(directory.path, "sandbox-seeds"))).toEqual(STARTER);
    const { code, stdout } = await spawnIn(directory.path, "check");
    expect(stdout).toStartWith("sandbox-seeds: ");
    expect(stdout).toEndWith(": no mistakes\n");
    expect(code).toBe(0);
    const { ready, stop } = await spawnSandbox(RUNTIMES.bun ?? [], [], directory.path);
    expect(ready.apiKey).toBe("mst_acme_full");
    expect(await stop()).toMatchObject({ exitCode: 0 });
  });

  test.each([
    "own.yaml",
    "own.yml",
    "keys.yaml",
    "seeds.schema.json",
    "scenarios/own.yaml",
    "scenarios/slow.yaml",
  ])("writes nothing if there is %s", async (name) => {
    await using directory = await temporaryDirectory({ [name]: "mine" });
    const { path } = directory;
    expect(await init(path)).toEqual({ code: 1, stdout: "", stderr: refusal(path, name) });
    expect(filesIn(path)).toEqual({ [name]: "mine" });
  });

  test("writes nothing the second time, and names a few of the files that are there", async () => {
    await using directory = await temporaryDirectory();
    await init(directory.path);
    const more = Object.keys(STARTER).length - 3;
    const names = `keys.yaml, merchants.yaml, orders.yaml and ${more} more`;
    const stderr = refusal(directory.path, names);
    expect(await init(directory.path)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("does not replace a link without a target", async () => {
    await using directory = await temporaryDirectory();
    await symlink("nothing", join(directory.path, "keys.yaml"));
    expect(await init(directory.path)).toEqual({
      code: 1,
      stdout: "",
      stderr: refusal(directory.path, "keys.yaml"),
    });
    expect(readdirSync(directory.path)).toEqual(["keys.yaml"]);
  });

  test.each([
    ["taken", "it is a file"],
    ["taken/seeds", "ENOTDIR: not a directory"],
  ])("reports why it can't write to %s", async (name, reason) => {
    await using directory = await temporaryDirectory({ taken: "mine" });
    const path = join(directory.path, name);
    expect(await init(path)).toEqual({ code: 1, stdout: "", stderr: failure(path, reason) });
    expect(filesIn(directory.path)).toEqual({ taken: "mine" });
  });

  test("removes what it wrote if it can't write the rest", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "settings.yaml"));
    const { code, stderr } = await init(directory.path);
    expect(code).toBe(1);
    expect(stderr).toStartWith(`merchant-sandbox: Cannot write seeds to ${directory.path}: E`);
    expect(filesIn(directory.path)).toEqual({});
  });

  test("writes nothing through scenarios/ that is a link", async () => {
    await using directory = await temporaryDirectory({ "elsewhere/mine.txt": "mine" });
    const seeds = join(directory.path, "seeds");
    await mkdir(seeds);
    await symlink(join(directory.path, "elsewhere"), join(seeds, "scenarios"));
    const stderr = failure(seeds, "scenarios in it is a link");
    expect(await init(seeds)).toEqual({ code: 1, stdout: "", stderr });
    expect(filesIn(join(directory.path, "elsewhere"))).toEqual({ "mine.txt": "mine" });
    expect(readdirSync(seeds)).toEqual(["scenarios"]);
  });

  test("leaves nothing if the disk is full", async () => {
    await using directory = await temporaryDirectory();
    const out = join(directory.path, "a/b/seeds");
    const { code, stderr } = await runWithSmallFiles(16, ["init", out]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("EFBIG: file too large")]);
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("rejects a directory without a name", async () => {
    expect(await init("")).toEqual({
      code: 2,
      stdout: "",
      stderr: `merchant-sandbox: DIR cannot be empty.\n  Run merchant-sandbox init --help for its flags.\n`,
    });
  });
});

async function init(path: string) {
  const terminal = fakeTerminal();
  const code = await run(["init", path], terminal);
  return { code, ...terminal.written };
}

async function spawnIn(cwd: string, command: string) {
  const child = Bun.spawn([...(RUNTIMES.bun ?? []), command], {
    cwd,
    env: { PATH: process.env.PATH },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
  );
  return { code: await child.exited, stdout, stderr };
}

/** The texts of all files in a directory, by their paths in it. */
function filesIn(directory: string): Record<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(directory.length + 1), readFileSync(path, "utf8")]),
  );
}

function refusal(directory: string, names: string): string {
  return [
    `merchant-sandbox: ${directory} already contains ${names}. Nothing was written.`,
    "  Choose another directory: merchant-sandbox init DIR",
    `  To update only the JSON Schema: merchant-sandbox schema > ${directory}/seeds.schema.json`,
    "",
  ].join("\n");
}

function failure(directory: string, reason: string): string {
  return [
    `merchant-sandbox: Cannot write seeds to ${directory}: ${reason}.`,
    "  Choose a directory that you can write to: merchant-sandbox init DIR",
    "",
  ].join("\n");
}
