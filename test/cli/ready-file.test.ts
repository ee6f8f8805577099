// The ready file: there while the sandbox answers, whole, and gone otherwise.
import { describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { lstatSync, readdirSync, readFileSync, symlinkSync, watch } from "node:fs";
import { join } from "node:path";
import { openReadyFile } from "../../src/cli/ready-file.ts";
import { run } from "../../src/cli/run.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { canListenOn, freePort } from "./ports.ts";
import { serve } from "./serving.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** What a run that was killed left behind. */
const LEFT = `${JSON.stringify({ event: "ready", controlUrl: "http://127.0.0.1:1/_sandbox", pid: 77 })}\n`;

describe("--ready-file", () => {
  test("holds the line of stdout, is there with it, and lies alone", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    let found: unknown;
    const onWrite = () => {
      found = [readdirSync(directory.path), readFileSync(path, "utf8")];
    };
    await using serving = await serve(["--ready-file", path], { onWrite });
    expect(found).toEqual([["ready.json"], serving.terminal.written.stdout]);
  });

  test("holds the same where a banner is shown", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    await using serving = await serve(["--ready-file", path, "--log", "pretty"]);
    const { baseUrl, hostedUrl } = serving;
    expect(await Bun.file(path).json()).toMatchObject({ event: "ready", baseUrl, hostedUrl });
  });

  test("is seen whole or not at all", async () => {
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

  test("is gone once the sandbox has stopped", async () => {
    await using directory = await temporaryDirectory();
    const serving = await serve(["--ready-file", join(directory.path, "ready.json")]);
    expect(readdirSync(directory.path)).toEqual(["ready.json"]);
    await serving.stop();
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is removed at the start where a killed run left it, even if this one does not start", async () => {
    await using directory = await temporaryDirectory({ "ready.json": LEFT });
    const flags = ["--ready-file", join(directory.path, "ready.json"), "--seeds", "./nowhere"];
    expect(await run(["--port", "0", "--hosted-port", "0", ...flags], fakeTerminal())).toBe(1);
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is refused and left alone while the sandbox that wrote it answers", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const first = await serve(["--ready-file", path, "--control-token", "secret"]);
    const { stdout } = first.terminal.written;
    const terminal = fakeTerminal();
    const flags = ["--port", "0", "--hosted-port", "0", "--ready-file", path];
    expect(await run(flags, terminal)).toBe(1);
    const { controlUrl } = JSON.parse(stdout);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: can't use the ready file ${path} (the sandbox that wrote it answers at ${controlUrl})\n` +
        "  Choose another path with --ready-file.\n",
    });
    expect(readFileSync(path, "utf8")).toBe(stdout);
    await first.stop();
    expect(readdirSync(directory.path)).toEqual([]);
  });

  test("is refused where another sandbox was ready first", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const second = await openReadyFile(path);
    await using first = await serve(["--ready-file", path]);
    await expect(second.write(LEFT)).rejects.toThrow("the sandbox that wrote it answers at");
    await second.remove();
    expect(readFileSync(path, "utf8")).toBe(first.terminal.written.stdout);
  });

  test.each([
    ["another program's", '{"name":"my-app"}'],
    ["another program's that is ready, too", '{"event":"ready","pid":77}'],
    ["no JSON", "hello"],
    ["cut short", LEFT.slice(0, -2)],
    ["a blank", " "],
  ])("is refused and left alone where what lies there is %s", async (_name, text) => {
    await using directory = await temporaryDirectory({ "ready.json": text });
    const path = join(directory.path, "ready.json");
    const terminal = fakeTerminal();
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: can't use the ready file ${path} (it holds something else)\n` +
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

  test("stays in the end where another has taken its place", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const serving = await serve(["--ready-file", path]);
    await Bun.write(path, LEFT);
    await serving.stop();
    expect(readFileSync(path, "utf8")).toBe(LEFT);
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
        `merchant-sandbox: can't use the ready file ${path} (ENOENT: no such file or directory)\n` +
        "  Choose another path with --ready-file.\n",
    });
    expect([port, hostedPort].map((free) => canListenOn("127.0.0.1", free))).toEqual([true, true]);
  });

  test.each([
    ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
    ["a link to a ready file", (path: string) => symlinkSync("left.json", path)],
    ["a link to an empty file", (path: string) => symlinkSync("empty.json", path)],
    ["a link that leads nowhere", (path: string) => symlinkSync("nowhere.json", path)],
  ])("is refused where %s is, which stays as it is", async (_name, make) => {
    const files = { "left.json": LEFT, "empty.json": "" };
    await using directory = await temporaryDirectory(files);
    const path = join(directory.path, "ready.json");
    make(path);
    const { ino } = lstatSync(path);
    const terminal = fakeTerminal();
    expect(await run(["--seeds", "./nowhere", "--ready-file", path], terminal)).toBe(1);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr:
        `merchant-sandbox: can't use the ready file ${path} (what is there is no plain file)\n` +
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
      `merchant-sandbox: can't use the ready file ${directory.path} (`,
    );
    expect(readdirSync(directory.path)).toEqual(["inside.txt"]);
  });
});
