// `completions`: the scripts, each in its shell.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../temporary-directory.ts";

const VERBS = ["create", "list", "reset", "drop"];
const ENDPOINTS = ["ping", "products", "orders", "checkout-links"];

/** What is typed, with the words that complete it. */
const CASES: readonly (readonly [line: string, found: readonly string[]])[] = [
  ["wor", ["world"]],
  ["world ", VERBS],
  ["help world ", VERBS],
  ["--world demo world ", VERBS],
  ["world re", ["reset"]],
  ["world create --sc", ["--scenario"]],
  ["clock --wo", []],
  ["requests --endpoint ", ENDPOINTS],
  ["requests --status 4xx --endpoint p", ["ping", "products"]],
  ["fault set --respond 50", ["500", "502", "503", "504"]],
  ["--log p", ["pretty"]],
  ["--po", ["--port"]],
  ["env --shell f", ["fish"]],
  ["schema s", ["seeds", "scenario"]],
  ["completions z", ["zsh"]],
];

let directory: TemporaryDirectory;
const scriptOf = async (shell: string) => {
  const terminal = fakeTerminal();
  expect([await run(["completions", shell], terminal), terminal.written.stderr]).toEqual([0, ""]);
  const file = join(directory.path, shell);
  await Bun.write(file, terminal.written.stdout);
  return file;
};
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(() => directory[Symbol.asyncDispose]());

async function complete(words: readonly string[], line: string): Promise<string[]> {
  const typed = `merchant-sandbox ${line}`.split(" ");
  const child = Bun.spawn([...words, ...typed], { stderr: "pipe", cwd: directory.path });
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect(stderr).toBe("");
  return stdout
    .split("\n")
    .filter((found) => found !== "" && found !== "--help")
    .toSorted();
}

describe("completions", () => {
  test("complete commands, flags and values in bash", async () => {
    const script = `source '${await scriptOf("bash")}'
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _merchant_sandbox; printf '%s\\n' "\${COMPREPLY[@]}"`;
    for (const [line, found] of CASES) {
      const completed = await complete(["bash", "-uc", script, "bash"], line);
      expect([line, completed]).toEqual([line, found.toSorted()]);
    }
  });

  test.skipIf(Bun.which("zsh") === null)("do so in zsh, with a description", async () => {
    // Why: the completion system of zsh needs a terminal; these are the functions that it has.
    const script = `compdef() { :; }; _files() { print files; }; _message() { :; }; _default() { print default; }
      _describe() { local item; for item in \${(P)@[-1]}; do [[ $item == $words[CURRENT]* ]] && print -r -- $item; done; return 0; }
      source '${await scriptOf("zsh")}'; words=("$@"); CURRENT=$#; _merchant_sandbox`;
    const words = ["zsh", "-fc", script, "zsh"];
    for (const [line, found] of CASES) {
      const completed = await complete(words, line);
      const names = completed.map((item) => item.replace(/:.*/, ""));
      expect([line, names.filter((name) => name !== "--help")]).toEqual([line, found.toSorted()]);
    }
    expect(await complete(words, "world re")).toEqual(["reset:Take a world back to its start"]);
    expect(await complete(words, "check ")).toEqual(["files"]);
    expect(await complete(words, "snapshot --out ")).toEqual(["files"]);
    expect(await complete(words, "exec -- make --po")).toEqual(["default"]);
  });

  test.skipIf(Bun.which("fish") === null)("do so in fish, with a description", async () => {
    const script = `source '${await scriptOf("fish")}'; complete -C (string join -- ' ' $argv)`;
    const words = ["fish", "--no-config", "-c", script];
    for (const [line, found] of CASES) {
      const completed = await complete(words, line);
      const names = completed.map((item) => item.replace(/\t.*/, ""));
      expect([line, names.filter((name) => name !== "--help")]).toEqual([line, found.toSorted()]);
    }
    expect(await complete(words, "world re")).toEqual(["reset\tTake a world back to its start"]);
    expect(await complete(words, "snapshot --out fi")).toEqual(["fish"]);
  });

  test("are a table of positions and values in PowerShell", async () => {
    const script = await Bun.file(await scriptOf("powershell")).text();
    expect(script).toContain("    'world' = @('create Make a world; without NAME, it gets a");
    expect(script).toContain(
      "    'requests --endpoint' = @('ping', 'products', 'orders', 'checkout-links')\n",
    );
    expect(script).toContain("the API''s port, 0 for any free port");
    expect(script.match(/'/g)?.length).toSatisfy((count) => (count ?? 1) % 2 === 0);
  });
});

describe("man", () => {
  const page = async () => {
    const terminal = fakeTerminal();
    expect(await run(["man"], terminal)).toBe(0);
    return terminal.written.stdout;
  };

  test("has each command with its flags", async () => {
    const text = await page();
    expect(text).toStartWith('.TH MERCHANT-SANDBOX 1 "" "merchant\\-sandbox');
    expect(text).toContain(
      "\n.SS clock advance [FLAGS] DURATION\nAdvance the clock, such as by 91d or 1h30m.\n.TP\n.B \\-\\-world NAME\nthe world (default: default)\n",
    );
  });

  test.skipIf(Bun.which("mandoc") === null)("has no mistakes in its markup", async () => {
    const child = Bun.spawn(["mandoc", "-T", "lint", "-W", "warning"], {
      stdin: new Blob([await page()]),
    });
    const found = (await new Response(child.stdout).text()).trimEnd().split("\n");
    // Why: the page has the version of the program, and no date.
    expect(found.filter((line) => !line.includes("missing date"))).toEqual([]);
  });
});
