// The files of a state directory: whole, private, and of one process at a time.
import { describe, expect, test } from "bun:test";
import { mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { LOCK_FILE } from "../../src/runtime/directory-lock.ts";
import { DRAFT, openStateFiles } from "../../src/runtime/state-files.ts";
import { temporaryDirectory } from "../cli/temporary-directory.ts";

describe("a state directory", () => {
  test("is created with its parents, and only its owner can read it and its files", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "a/b");
    const files = await openStateFiles(path);
    files.write("x.json", "1");
    const modes = [path, join(path, "x.json"), join(path, LOCK_FILE)].map(
      async (one) => (await stat(one)).mode & 0o777,
    );
    expect(await Promise.all(modes)).toEqual([0o700, 0o600, 0o600]);
    files.close();
    expect(await readdir(path)).toEqual(["x.json"]);
  });

  test("has files that are written, read, renamed and removed, and no other entries", async () => {
    await using directory = await temporaryDirectory({ "deep/x.json": "", "b.json": "old" });
    const files = await openStateFiles(directory.path);
    files.write("b.json", "new ü");
    files.write("a.json", "a");
    await symlink("nowhere", join(directory.path, "link"));
    expect([files.names(), files.read("b.json")]).toEqual([
      ["a.json", "b.json", "link", LOCK_FILE],
      "new ü",
    ]);
    files.rename("a.json", "c.json");
    files.remove("b.json");
    files.remove("b.json");
    expect(files.names()).toEqual(["c.json", "link", LOCK_FILE]);
    files.close();
  });

  test("keeps a file as it was if it cannot be written, and forgets what a kill has left half-written", async () => {
    await using directory = await temporaryDirectory({
      "a.json": "old",
      [`a.json${DRAFT}`]: "ne",
      "letter.draft": "of somebody else",
    });
    const files = await openStateFiles(directory.path);
    expect(files.names()).toEqual(["a.json", "letter.draft", LOCK_FILE]);
    await mkdir(join(directory.path, `a.json${DRAFT}`));
    // Why: a directory in the place of the draft can be neither written nor removed, like any file of a read-only disk.
    expect(() => files.write("a.json", "new")).toThrow("EEXIST");
    expect(files.read("a.json")).toBe("old");
    files.close();
  });

  test("must be a directory that can be written to", async () => {
    await using directory = await temporaryDirectory({ file: "" });
    const path = join(directory.path, "file");
    await expect(openStateFiles(path)).rejects.toThrow(`Cannot write to the directory ${path}: E`);
  });
});

describe("a locked directory", () => {
  test("is of one process, until that closes it", async () => {
    await using directory = await temporaryDirectory();
    const files = await openStateFiles(directory.path);
    const second = openStateFiles(directory.path);
    await expect(second).rejects.toMatchObject({
      inUse: true,
      message: expect.stringContaining("is used by another sandbox that is running"),
    });
    files.close();
    (await openStateFiles(directory.path)).close();
  });

  test.each([
    ["that nobody holds", JSON.stringify({ port: 1, id: "x" })],
    ["that was cut", '{"port":'],
    ["that is empty", ""],
  ])("has a lock %s, and can be used", async (_why, text) => {
    await using directory = await temporaryDirectory({ [LOCK_FILE]: text });
    (await openStateFiles(directory.path)).close();
    expect(await readdir(directory.path)).toEqual([]);
  });

  test("is of one of those that start at the same time, after a crash", async () => {
    const text = JSON.stringify({ port: 1, id: "x" });
    await using directory = await temporaryDirectory({ [LOCK_FILE]: text });
    const starts = Array.from({ length: 8 }, () => openStateFiles(directory.path));
    const results = await Promise.allSettled(starts);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const result of results) if (result.status === "fulfilled") result.value.close();
    expect(await readdir(directory.path)).toEqual([]);
  });

  test.each<[string, Server]>([
    ["greets", createServer((socket) => socket.end("220 a mail server, with a long greeting\r\n"))],
    ["waits for a request", createHttpServer()],
  ])("can be used if a program that %s has taken the port of the lock", async (_how, server) => {
    await using directory = await temporaryDirectory();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const id = crypto.randomUUID();
    await writeFile(join(directory.path, LOCK_FILE), JSON.stringify({ port, id }));
    (await openStateFiles(directory.path)).close();
    server.close();
  });

  test("keeps the lock of a process that took it over", async () => {
    await using directory = await temporaryDirectory();
    const files = await openStateFiles(directory.path);
    await writeFile(join(directory.path, LOCK_FILE), "of another");
    files.close();
    expect(await readdir(directory.path)).toEqual([LOCK_FILE]);
  });
});
