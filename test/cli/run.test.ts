// The command line from outside: what it answers without starting anything.
import { describe, expect, test } from "bun:test";
import { loadCommands } from "../../src/cli/command.ts";
import { COMMANDS as SECTIONS } from "../../src/cli/commands.ts";
import { run } from "../../src/cli/run.ts";
import { VERSION } from "../../src/version.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { golden } from "./serving.ts";

const HELP = await golden("help.txt");

const COMMANDS = [
  "serve",
  "exec",
  "check",
  "init",
  "schema",
  "openapi",
  "conform",
  "pull",
  "vary",
  "bundle",
  "wait",
  "world",
  "clock",
  "key",
  "order",
  "fault",
  "requests",
  "why",
  "snapshot",
  "env",
  "stop",
  "completions",
  "man",
  "mcp",
];

/** Each line of the file that begins with `$ `, with the message below it. */
const USAGE_ERRORS = (await golden("usage-errors.txt"))
  .split(/^\$ /m)
  .slice(1)
  .map((block): [line: string, message: string] => {
    const end = block.indexOf("\n");
    return [block.slice(0, end), `${block.slice(end).trim()}\n`];
  });

describe("run", () => {
  test.each(["--help", "-h", "help", "--port abc --help", "--version --help"])(
    "prints the help on stdout for %p",
    async (line) => {
      expect(await runLine(line)).toEqual({ code: 0, stdout: HELP, stderr: "" });
    },
  );

  test.each(COMMANDS)(
    "prints the help of %s, and names it in the list of commands",
    async (name) => {
      const stdout = await golden(`help-${name}.txt`);
      expect(await runLine(`${name} --help`)).toEqual({ code: 0, stdout, stderr: "" });
      expect(await runLine(`${name} -h`)).toEqual({ code: 0, stdout, stderr: "" });
      expect(await runLine(`help ${name}`)).toEqual({ code: 0, stdout, stderr: "" });
      const [summary = ""] = stdout.split(".\n");
      expect(HELP).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
    },
  );

  test("fits its help into 100 columns", async () => {
    const all = (
      await Promise.all(Object.values(SECTIONS).map((table) => loadCommands(table)))
    ).flat();
    const others = await Promise.all(
      all.map(async ({ name }) => (await runLine(`help ${name}`)).stdout),
    );
    const groups = await Promise.all(COMMANDS.map((name) => golden(`help-${name}.txt`)));
    const lines = [HELP, ...groups, ...others].flatMap((help) => help.split("\n"));
    expect(all.length).toBeGreaterThan(25);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });

  test.each(["--version", "-v", "serve --version", "--port 0 --version", "init --version"])(
    "prints the version of package.json on stdout for %p",
    async (line) => {
      const { version } = await Bun.file(`${import.meta.dir}/../../package.json`).json();
      expect(await runLine(line)).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
      expect(VERSION).toBe(version);
    },
  );

  test.each(USAGE_ERRORS)(
    "rejects `%s` with its message, and exit code 2, or 125 of exec",
    async (line, message) => {
      const code = line.startsWith("merchant-sandbox exec") ? 125 : 2;
      expect(await runLine(line)).toEqual({ code, stdout: "", stderr: message });
    },
  );

  test.each([
    ["MERCHANT_SANDBOX_PROT", "PORT"],
    ["MERCHANT_SANDBOX_LGO", "LOG"],
    ["MERCHANT_SANDBOX_HOSTEDPORT", "HOSTED_PORT"],
  ])("warns of the variable %s, which is unknown and looks like %s", async (variable, meant) => {
    const { stderr } = await runLine(`${variable}=1 merchant-sandbox serve --seeds ./nowhere`);
    expect(stderr).toStartWith(
      `merchant-sandbox: warning: Unknown environment variable ${variable}. Did you mean MERCHANT_SANDBOX_${meant}?\n`,
    );
  });

  test.each([
    "MERCHANT_SANDBOX_KEY",
    "MERCHANT_SANDBOX_LIST",
    "MERCHANT_SANDBOX_SERVICE_HOST",
    "MERCHANT_SANDBOX_SERVICE_PORT",
    "MERCHANT_SANDBOX_PORT_4700_TCP_PORT",
    "SANDBOX_PROT",
  ])("warns of no variable that is another command's, or nothing like ours: %s", async (name) => {
    const { stderr } = await runLine(`${name}=1 merchant-sandbox serve --seeds ./nowhere`);
    expect(stderr).not.toContain("warning");
  });

  test("prints the stack of a bug and ends with exit code 1", async () => {
    const terminal = fakeTerminal();
    const broken = Object.defineProperty(terminal, "env", {
      get: () => {
        throw new TypeError("no environment");
      },
    });
    expect(await run([], broken)).toBe(1);
    const { stdout, stderr } = terminal.written;
    expect(stdout).toBe("");
    expect(stderr).toStartWith("merchant-sandbox: Internal error: TypeError: no environment");
    expect(stderr).toContain("run.test.ts:");
  });
});

/** Runs a line as a shell would, variables in front of the program's name included. */
async function runLine(line: string) {
  const words = line.split(" ");
  const name = words.indexOf("merchant-sandbox");
  const env = Object.fromEntries(words.slice(0, Math.max(name, 0)).map((word) => word.split("=")));
  const terminal = fakeTerminal({ env });
  // Why: a line that is wrongly accepted starts, and is to end at once.
  terminal.stop();
  const code = await run(words.slice(name + 1), terminal);
  return { code, ...terminal.written };
}
