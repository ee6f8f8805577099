import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  isPlainFile,
  kindOf,
  listDirectory,
  listEntries,
  makeDirectory,
  readBytes,
  readRegularFile,
  realPath,
  removeFile,
  writeWhole,
} from "../../src/runtime/files.ts";

describe("files", () => {
  let root = "";

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "merchant-sandbox-files-"));
    await mkdir(join(root, "seeds/scenarios"), { recursive: true });
    await writeFile(join(root, "seeds/keys.yaml"), "keys: []\n");
    await symlink(join(root, "seeds/keys.yaml"), join(root, "seeds/linked.yaml"));
    await symlink(join(root, "seeds/scenarios"), join(root, "seeds/linked"));
    await symlink(join(root, "nothing"), join(root, "seeds/dangling.yaml"));
  });
  afterAll(() => rm(root, { recursive: true }));

  test("lists a directory's files by name, linked ones and dangling links among them", async () => {
    expect(await listDirectory(join(root, "seeds"))).toEqual([
      "dangling.yaml",
      "keys.yaml",
      "linked.yaml",
    ]);
  });

  test("lists a directory's directories apart from its files, linked ones too", async () => {
    expect(await listEntries(join(root, "seeds"))).toEqual({
      files: ["dangling.yaml", "keys.yaml", "linked.yaml"],
      directories: ["linked", "scenarios"],
    });
  });

  test.each([
    ["seeds", "directory"],
    ["seeds/linked", "directory"],
    ["seeds/keys.yaml", "file"],
    ["seeds/linked.yaml", "file"],
    ["seeds/dangling.yaml", undefined],
    ["nothing", undefined],
    ["seeds/keys.yaml/below", undefined],
  ] as const)("detects that %s is: %p", async (path, kind) => {
    expect(await kindOf(join(root, path))).toBe(kind);
  });

  test("takes a device for a file", async () => {
    expect(await kindOf("/dev/null")).toBe("file");
  });

  test.each([
    ["seeds/keys.yaml", true],
    ["seeds", false],
    ["seeds/linked.yaml", false],
    ["seeds/dangling.yaml", false],
    ["nothing", undefined],
    ["seeds/keys.yaml/below", undefined],
  ])("detects whether %s is a plain file: %p", async (path, isPlain) => {
    expect(await isPlainFile(join(root, path))).toBe(isPlain);
  });

  test("reads a file's bytes", async () => {
    const bytes = await readBytes(join(root, "seeds/keys.yaml"));
    expect(new TextDecoder().decode(bytes)).toBe("keys: []\n");
  });

  test("reads a regular file up to a limit, and one that a link leads to", async () => {
    const text = async (name: string, limit: number) =>
      new TextDecoder().decode(await readRegularFile(join(root, name), limit));
    expect(await text("seeds/keys.yaml", 9)).toBe("keys: []\n");
    expect(await text("seeds/linked.yaml", 9)).toBe("keys: []\n");
    expect(text("seeds/keys.yaml", 8)).rejects.toThrow("it is larger than");
    await writeFile(join(root, "long"), "x".repeat(200_000));
    expect((await text("long", 1_000_000)).length).toBe(200_000);
  });

  test.skipIf(process.platform === "win32")("reads no pipe, device or directory", async () => {
    const pipe = join(root, "pipe");
    expect(Bun.spawnSync(["mkfifo", pipe]).exitCode).toBe(0);
    await symlink("/dev/zero", join(root, "zero"));
    for (const path of [pipe, join(root, "zero"), root]) {
      expect(readRegularFile(path, 1_000)).rejects.toThrow("it is a directory, a pipe or a device");
    }
    expect(await realPath(join(root, "zero"))).toBe("/dev/zero");
  });

  test("creates a directory and its parents, and accepts existing ones", async () => {
    const path = join(root, "made/for/this");
    await makeDirectory(path);
    await writeFile(join(path, "kept"), "");
    await makeDirectory(path);
    expect(await readdir(path)).toEqual(["kept"]);
    expect(makeDirectory(join(path, "kept"))).rejects.toThrow("EEXIST");
  });

  test("writes a file, replaces an existing one, and leaves nothing next to it", async () => {
    const directory = join(root, "written");
    await mkdir(directory);
    await writeWhole(join(directory, "ready.json"), "first");
    await writeWhole(join(directory, "ready.json"), "zweite, größer");
    expect(await readFile(join(directory, "ready.json"), "utf8")).toBe("zweite, größer");
    expect(await readdir(directory)).toEqual(["ready.json"]);
  });

  test("leaves what was there, and nothing next to it, if it cannot write", async () => {
    const directory = join(root, "refused");
    await mkdir(join(directory, "taken"), { recursive: true });
    expect(writeWhole(join(directory, "taken"), "text")).rejects.toThrow();
    await writeWhole(join(directory, "taken"), "text").catch(() => {});
    expect(await readdir(directory)).toEqual(["taken"]);
  });

  test("removes a file, and accepts a missing one", async () => {
    const path = join(root, "gone");
    await writeFile(path, "");
    await removeFile(path);
    await removeFile(path);
    expect(await kindOf(path)).toBeUndefined();
  });
});
