// The ready file: there while the sandbox answers, whole, and gone otherwise.
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, symlinkSync, watch } from "node:fs";
import { join } from "node:path";
import { openReadyFile } from "../../../../src/cli/commands/serve/ready-file.ts";
import { run } from "../../../../src/cli/run.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { canListenOn, freePort } from "../../ports.ts";
import { serve } from "../../serving.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

describe("--ready-file", () => {
  test("has the line of stdout, appears together with it, and leaves no other file", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    let found: unknown;
    const onWrite = () => {
      found = [readdirSync(directory.path), readFileSync(path, "utf8")];
    };
    await using serving = await serve(["--ready-file", path], { onWrite });
    expect(found).toEqual([["ready.json"], serving.terminal.written.stdout]);
  });

  test("has the same content if a banner is shown", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    await using serving = await serve(["--ready-file", path, "--log", "pretty"]);
    const { baseUrl, hostedUrl } = serving;
    expect(await Bun.file(path).json()).toMatchObject({ event: "ready", baseUrl, hostedUrl });
  });

  test("is visible as a whole or not at all", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const seen = new Set<string>();
    const watcher = watch(directory.path, () => {
      if (readdirSync(directory.path).includes("ready.json")) seen.add(readFileSync(path, "utf8"));
    });
    const serving = await serve(["--ready-file", path]);
    await serving.stop();
    watcher.close();
    seen.delete(serving.terminal.written.stdout);
    expect([...seen]).toEqual([]);
  });

  test("is removed when the sandbox has stopped", async () => {
    await using directory = await temporaryDirectory();
    const serving = await serve(["--ready-file", join(directory.path, "ready.json")]);
    expect(readdirSync(directory.path)).toEqual(["ready.json"]);
    await serving.stop();
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is removed at the start if a killed run left it, even if this one does not start", async () => {
    await using directory = await temporaryDirectory({ "ready.json": readyBy(77) });
    const flags = ["--ready-file", join(directory.path, "ready.json"), "--seeds", "./nowhere"];
    expect(await run(["--port", "0", "--hosted-port", "0", ...flags], fakeTerminal())).toBe(1);
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is rejected and left untouched if the process that wrote it is running and listens", async () => {
    const first = listener();
    const text = readyBy(77, first.port);
    await using directory = await temporaryDirectory({ "ready.json": text });
    const path = join(directory.path, "ready.json");
    const terminal = fakeTerminal({ runningPid: 77 });
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: Cannot use the ready file ${path}: it belongs to the running process 77.\n` +
        "  Choose another path with --ready-file, or remove the file if that process is not a sandbox.\n",
    });
    expect(readFileSync(path, "utf8")).toBe(text);
    first.stop();
  });

  test("is removed if nobody listens any more, and another process has that number", async () => {
    const left = readyBy(77, freePort());
    await using directory = await temporaryDirectory({ "ready.json": left });
    const path = join(directory.path, "ready.json");
    const terminal = fakeTerminal({ runningPid: 77 });
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is rejected if another sandbox was ready first", async () => {
    const first = listener();
    const text = readyBy(77, first.port);
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const file = await openReadyFile(path, fakeTerminal({ runningPid: 77 }));
    await Bun.write(path, text);
    await expect(file.write(readyBy(4242))).rejects.toThrow("it belongs to the running process 77");
    await file.remove();
    expect(readFileSync(path, "utf8")).toBe(text);
    first.stop();
  });

  test("belongs to only one sandbox, however many are ready at once", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const pids = [1, 2, 3, 4, 5, 6, 7, 8];
    const files = await Promise.all(pids.map(() => openReadyFile(path, fakeTerminal())));
    const written = await Promise.allSettled(files.map((file, n) => file.write(readyBy(n + 1))));
    const winners = pids.filter((_, n) => written[n]?.status === "fulfilled");
    expect(winners.map((pid) => readyBy(pid))).toEqual([readFileSync(path, "utf8")]);
    expect(readdirSync(directory.path)).toEqual(["ready.json"]);
  });

  test.each([
    ["another program's", '{"name":"my-app"}'],
    ["another program's that is ready, too", '{"event":"ready","pid":77}'],
    ["without an address", '{"event":"ready","pid":77,"controlUrl":"file:///etc"}'],
    ["no JSON", "hello"],
    ["cut short", readyBy(77).slice(0, -2)],
    ["a blank", " "],
  ])("is rejected and left untouched if the existing file is %s", async (_name, text) => {
    await using directory = await temporaryDirectory({ "ready.json": text });
    const path = join(directory.path, "ready.json");
    const terminal = fakeTerminal();
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: Cannot use the ready file ${path}: it was not written by a sandbox.\n` +
        "  Choose another path with --ready-file.\n",
    });
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  test("takes the place of an empty file, which stays until then", async () => {
    await using directory = await temporaryDirectory({ "ready.json": "" });
    const path = join(directory.path, "ready.json");
    const flags = ["--port", "0", "--hosted-port", "0", "--ready-file", path];
    expect(await run([...flags, "--seeds", "./nowhere"], fakeTerminal())).toBe(1);
    expect(readFileSync(path, "utf8")).toBe("");
    await using serving = await serve(["--ready-file", path]);
    expect(readFileSync(path, "utf8")).toBe(serving.terminal.written.stdout);
  });

  test("stays at the end if another one has replaced it", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const serving = await serve(["--ready-file", path]);
    await Bun.write(path, readyBy(77));
    await serving.stop();
    expect(readFileSync(path, "utf8")).toBe(readyBy(77));
  });

  test("that can't be written is an error, and no port stays open", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "missing", "ready.json");
    const terminal = fakeTerminal();
    const [port, hostedPort] = [freePort(), freePort()];
    const flags = ["--port", `${port}`, "--hosted-port", `${hostedPort}`, "--ready-file", path];
    expect(await run(flags, terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: Cannot use the ready file ${path}: ENOENT: no such file or directory.\n` +
        "  Choose another path with --ready-file.\n",
    });
    expect([port, hostedPort].map((free) => canListenOn("127.0.0.1", free))).toEqual([true, true]);
  });

  test.each([
    ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
    ["a link to a ready file", (path: string) => symlinkSync("left.json", path)],
    ["a link to an empty file", (path: string) => symlinkSync("empty.json", path)],
    ["a link that leads nowhere", (path: string) => symlinkSync("nowhere.json", path)],
  ])("is rejected if %s exists, which is left untouched", async (_name, make) => {
    const files = { "left.json": readyBy(77), "empty.json": "" };
    await using directory = await temporaryDirectory(files);
    const path = join(directory.path, "ready.json");
    make(path);
    const { ino } = lstatSync(path);
    const terminal = fakeTerminal();
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: Cannot use the ready file ${path}: it is not a regular file.\n` +
        "  Choose another path with --ready-file.\n",
    });
    expect(lstatSync(path).ino).toBe(ino);
    expect(readdirSync(directory.path)).toHaveLength(3);
  });

  test("that is a directory is an error, and the directory stays", async () => {
    await using directory = await temporaryDirectory({ "inside.txt": "" });
    const terminal = fakeTerminal();
    const flags = ["--port", "0", "--hosted-port", "0", "--ready-file", directory.path];
    expect(await run(flags, terminal)).toBe(1);
    expect(terminal.written.stdout).toBe("");
    expect(terminal.written.stderr).toStartWith(
      `merchant-sandbox: Cannot use the ready file ${directory.path}: `,
    );
    expect(readdirSync(directory.path)).toEqual(["inside.txt"]);
  });
});

function readyBy(pid: number, port = 4701): string {
  const controlUrl = `http://127.0.0.1:${port}/_sandbox`;
  return `${JSON.stringify({ event: "ready", controlUrl, pid })}\n`;
}

/** Listens as a sandbox does, and says nothing. */
function listener() {
  return Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
}
