// `exec`: what of its line is whose, what it says by itself, and how it gets on with a terminal. What holds
// on each runtime is in test/runtimes/exec.test.ts.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../../src/cli/run.ts";
import type { StopSignal } from "../../../src/cli/terminal.ts";
import { SEEDS } from "../../support/sandbox.ts";
import { CHILD, endProcess, type Report, readReport, spawnExec } from "../../support/spawn-exec.ts";
import { RUNTIMES } from "../../support/spawn-sandbox.ts";
import { fakeTerminal } from "../fake-terminal.ts";
import { freePort } from "../ports.ts";
import { temporaryDirectory } from "../temporary-directory.ts";

const { bun: PROGRAM = [] } = RUNTIMES;

describe("the line of exec", () => {
  test.each([
    [["--help"]],
    [["-h", "--version", "-v"]],
    [["--seeds", "./nowhere", "--port", "x", "--no-such-flag"]],
    [["exec", "--", "", "--"]],
  ])("passes %p after the command on to the command", async (args) => {
    await using exec = await spawnExec(PROGRAM, { args });
    expect(exec.report.args).toEqual(args);
  });

  test("takes the flags of serve in front, and their variables", async () => {
    const [port, hostedPort] = [freePort(), freePort()];
    await using exec = await spawnExec(PROGRAM, {
      flags: ["--port", `${port}`],
      env: { MERCHANT_SANDBOX_HOSTED_PORT: `${hostedPort}`, SANDBOX_API_KEY: "stale" },
    });
    expect(exec.report.env).toMatchObject({
      SANDBOX_BASE_URL: `http://127.0.0.1:${port}`,
      SANDBOX_HOSTED_URL: `http://127.0.0.1:${hostedPort}`,
      SANDBOX_API_KEY: "mst_acme_full",
    });
  });

  test("passes on its own control token, not that of an outer sandbox", async () => {
    const env = { SANDBOX_CONTROL_TOKEN: "token-of-another-one" };
    await using plain = await spawnExec(PROGRAM, { env });
    expect(plain.report.env).not.toHaveProperty("SANDBOX_CONTROL_TOKEN");
    const flags = ["--control-token", "a-token-of-sixteen"];
    await using secured = await spawnExec(PROGRAM, { env, flags });
    expect(secured.report.env).toMatchObject({ SANDBOX_CONTROL_TOKEN: "a-token-of-sixteen" });
  });

  test("passes on the rest of the environment, including variables that set flags", async () => {
    const env = { MERCHANT_SANDBOX_RATE_LIMIT: "off", MINE: "a=b\nc" };
    await using exec = await spawnExec(PROGRAM, { env });
    expect(exec.report.env).toMatchObject(env);
  });

  test("names the key that the scenario is about, and not another that works", async () => {
    await using exec = await spawnExec(PROGRAM, { flags: ["--scenario", "revoked-key"] });
    const { SANDBOX_API_KEY: key, SANDBOX_MERCHANT_ID: merchantId } = exec.report.env;
    expect(key).toBe("mst_acme_full");
    expect((await ping(exec.baseUrl, key)).status).toBe(401);
    const { merchantId: owner } = await (await ping(exec.baseUrl, "mst_acme_expiring")).json();
    expect(merchantId).toBe(owner);
  });

  test("names no key if there is none", async () => {
    await using directory = await temporaryDirectory({ "all.yaml": "merchants: [{slug: acme}]\n" });
    await using exec = await spawnExec(PROGRAM, { flags: ["--seeds", directory.path] });
    expect(exec.report.env).toMatchObject({ SANDBOX_API_KEY: "", SANDBOX_MERCHANT_ID: "" });
    await exec.tell("exit 0");
    expect(await exec.stderr).toBe("");
  });
});

describe("exec", () => {
  test("runs next to others like it", async () => {
    await using one = await spawnExec(PROGRAM);
    await using other = await spawnExec(PROGRAM);
    const statuses = [one, other].map(async ({ baseUrl }) => (await ping(baseUrl)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test("logs requests on demand, and prints nothing else", async () => {
    await using exec = await spawnExec(PROGRAM, { flags: ["--log", "json"] });
    await ping(exec.baseUrl);
    await exec.tell("exit 0");
    const [seeds = "", line = "", ...rest] = (await exec.stderr).split("\n");
    expect(JSON.parse(seeds)).toMatchObject({ event: "seeds" });
    expect(JSON.parse(line)).toMatchObject({ event: "request", status: 200 });
    expect(rest).toEqual([""]);
  });

  test("says on one line that it serves the embedded seeds, except if they are named or the log is off", async () => {
    const stderrOf = async (flags: string[], files = {}) => {
      await using directory = await temporaryDirectory(files);
      const main = join(import.meta.dir, "../../../src/main.ts");
      const line = [process.execPath, main, "exec", ...flags, "--", "true"];
      await using child = Bun.spawn(line, { cwd: directory.path, stderr: "pipe" });
      return await new Response(child.stderr).text();
    };
    expect(await stderrOf([])).toBe(
      "Serving the embedded seeds, because there is no ./sandbox-seeds here. Use --seeds DIR to serve others.\n",
    );
    expect(await stderrOf(["--log", "off"])).toBe("");
    const files = { "sandbox-seeds/all.yaml": SEEDS };
    expect(await stderrOf([], files)).toBe("");
    expect(await stderrOf(["--seeds", "sandbox-seeds"], files)).toBe("");
  });

  test("warns of a host that others reach", async () => {
    await using exec = await spawnExec(PROGRAM, { flags: ["--host", "0.0.0.0"] });
    expect(exec.baseUrl).toStartWith("http://127.0.0.1:");
    await exec.tell("exit 0");
    expect(await exec.stderr).toMatch(/^merchant-sandbox: warning: Other machines can reach .*\n$/);
  });

  test("has a ready file while the command runs", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    await using exec = await spawnExec(PROGRAM, { flags: ["--ready-file", path] });
    const { baseUrl } = exec;
    expect(await Bun.file(path).json()).toMatchObject({ event: "ready", baseUrl });
    await exec.tell("exit 0");
    expect(await exec.exitCode).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  test("keeps its ready file from a sandbox that the command starts", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "ready.json");
    const env = { MERCHANT_SANDBOX_READY_FILE: path, MERCHANT_SANDBOX_RATE_LIMIT: "off" };
    await using exec = await spawnExec(PROGRAM, { env, flags: ["--", ...PROGRAM, "exec"] });
    expect(exec.report.env).not.toContainKey("MERCHANT_SANDBOX_READY_FILE");
    expect(exec.report.env).toMatchObject({ MERCHANT_SANDBOX_RATE_LIMIT: "off" });
    const { baseUrl } = await Bun.file(path).json();
    expect(baseUrl).not.toBe(exec.baseUrl);
    expect((await ping(baseUrl)).status).toBe(200);
  });

  test("writes its log to a file, and nothing to stderr", async () => {
    await using directory = await temporaryDirectory({ log: "of an earlier run\n" });
    const path = join(directory.path, "log");
    const env = { MERCHANT_SANDBOX_LOG: "", MERCHANT_SANDBOX_LOG_FILE: path };
    await using exec = await spawnExec(PROGRAM, { env });
    await ping(exec.baseUrl, "mst_acme_expired");
    await exec.tell("exit 0");
    expect({ code: await exec.exitCode, stderr: await exec.stderr }).toEqual({
      code: 0,
      stderr: "",
    });
    const lines = (await Bun.file(path).text()).split("\n");
    expect(lines).toEqual([
      expect.stringMatching(/^Serving the embedded seeds, /),
      expect.stringContaining("  401  GET   /api/v1/integration/ping"),
      expect.stringMatching(/^ +why: /),
      expect.stringMatching(/^ +http:\/\/127\.0\.0\.1:\d+\/dashboard\/requests\/req_/),
      "",
    ]);
    expect(exec.report.env).not.toContainKey("MERCHANT_SANDBOX_LOG_FILE");
  });

  test("writes JSON to the file of its log if --log says so", async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, "log");
    const flags = ["--log", "json", "--log-file", path];
    await using exec = await spawnExec(PROGRAM, { flags });
    await ping(exec.baseUrl);
    await exec.tell("exit 0");
    await exec.exitCode;
    const lines = (await Bun.file(path).text()).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["seeds", "request"]);
  });

  test("runs the command to its end even if its log file can't be written, and reports that", async () => {
    await using exec = await spawnExec(PROGRAM, { flags: ["--log-file", "/dev/full"] });
    await ping(exec.baseUrl);
    await exec.tell("exit 3");
    expect({ code: await exec.exitCode, stderr: await exec.stderr }).toEqual({
      code: 3,
      stderr:
        "merchant-sandbox: Cannot write the log to /dev/full: ENOSPC: no space left on device.\n",
    });
  });

  test.each([
    ["a wrong flag", ["--prot", "1"]],
    ["seeds that are not there", ["--seeds", "./nowhere"]],
    ["a log that can't be written", ["--log-file", "/nowhere/log"]],
    ["a missing command", []],
  ])("ends with 125 because of %s", async (_name, flags) => {
    const line = flags.length === 0 ? ["exec"] : ["exec", ...flags, "--", "true"];
    const terminal = fakeTerminal();
    expect(await run(line, terminal)).toBe(125);
    expect(terminal.written).toEqual({
      stdout: "",
      stderr: expect.stringMatching(/^merchant-sandbox: /),
    });
  });

  test("never runs the command if it is stopped first", async () => {
    const terminal = fakeTerminal();
    terminal.stop();
    expect(await run(["exec", "--", "no-such-command"], terminal)).toBe(130);
    expect(terminal.written).toEqual({ stdout: "", stderr: "" });
  });
});

describe("a signal that comes before the command starts", () => {
  test("waits for it", async () => {
    const terminal = {
      ...fakeTerminal(),
      onSignal: (listener: (signal: StopSignal) => void) => listener("SIGHUP"),
      signal: (pid: number, signal: StopSignal) => void process.kill(pid, signal),
    };
    const forEver = [process.execPath, "-e", "setInterval(() => {}, 1_000_000)"];
    expect(await run(["exec", "--", ...forEver], terminal)).toBe(129);
  });

  test("does not end exec, and is ignored if the command can't be run", async () => {
    const heard: StopSignal[] = [];
    const terminal = {
      ...fakeTerminal(),
      onSignal: (listener: (signal: StopSignal) => void) => {
        heard.push("SIGHUP");
        listener("SIGHUP");
      },
    };
    expect(await run(["exec", "--", "no-such-command"], terminal)).toBe(127);
    expect(heard).toEqual(["SIGHUP"]);
  });
});

describe("a command that can't be run", () => {
  test.each([
    ["npm test", 'Pass each word as a separate argument, or use a shell: -- sh -c "npm test"'],
    ["no-such-command", "Check the spelling and your PATH."],
    ["./no-such-command", "Check the path."],
  ])("is one that does not exist: %s", async (command, hint) => {
    const stderr = `merchant-sandbox: Command not found: "${command}".\n  ${hint}\n`;
    expect(await execute(command)).toEqual({ code: 127, stdout: "", stderr });
  });

  test("is a file that is not a program", async () => {
    await using directory = await temporaryDirectory({ tool: "hello" });
    const command = join(directory.path, "tool");
    const stderr = `merchant-sandbox: Cannot run "${command}": permission denied.\n  Make the file executable with chmod +x.\n`;
    expect(await execute(command)).toEqual({ code: 126, stdout: "", stderr });
  });

  test("is a script for a program that does not exist", async () => {
    await using directory = await temporaryDirectory({ tool: "#!/bin/sh\r\nexit 5\r\n" });
    const command = join(directory.path, "tool");
    await chmod(command, 0o755);
    const stderr = `merchant-sandbox: Cannot run "${command}": its first line names an interpreter that does not exist.\n  Check the path after #!, and that the line does not end with a carriage return.\n`;
    expect(await execute(command)).toEqual({ code: 126, stdout: "", stderr });
  });

  test("is not a script without an interpreter line, which a shell would run", async () => {
    await using directory = await temporaryDirectory({ tool: 'exit "$1"\n' });
    const command = join(directory.path, "tool");
    await chmod(command, 0o755);
    expect(await execute(command, "5")).toEqual({ code: 5, stdout: "", stderr: "" });
  });
});

describe("on a terminal", () => {
  test("the command has the terminal, and Ctrl-C reaches it once", async () => {
    await using terminal = await openTerminal();
    const { report } = terminal;
    expect(report.terminals).toEqual([true, true, true]);

    // Why: two signals that come at once may be taken for one, so the command is to have its own first.
    terminal.signal("SIGSTOP");
    terminal.type("\x03");
    expect(await terminal.hear("got ")).toBe("got SIGINT");
    terminal.signal("SIGCONT");
    expect((await ping(report.env.SANDBOX_BASE_URL ?? "")).status).toBe(200);
    terminal.type("well\n");
    expect(await terminal.hear("got ", "told ")).toBe("told well");
    terminal.type("exit 9\n");
    expect(await terminal.exitCode).toBe(9);
  });

  test("a signal that no key sends is passed on", async () => {
    await using terminal = await openTerminal();
    for (const signal of ["SIGTERM", "SIGHUP"] as const) {
      terminal.signal(signal);
      expect(await terminal.hear("got ")).toBe(`got ${signal}`);
    }
    terminal.type("exit 0\n");
    expect(await terminal.exitCode).toBe(0);
  });
});

interface OpenTerminal extends AsyncDisposable {
  readonly report: Report;
  readonly exitCode: Promise<number>;
  type(keys: string): void;
  /** Waits for the next line that has one of these words, and returns it from there on. */
  hear(...words: readonly string[]): Promise<string>;
  signal(name: NodeJS.Signals): void;
}

/** Runs `exec` on a terminal of its own. */
async function openTerminal(): Promise<OpenTerminal> {
  const decoder = new TextDecoder();
  let unheard = "";
  let more = Promise.withResolvers<void>();
  const child = Bun.spawn([...PROGRAM, "exec", "--", ...CHILD], {
    terminal: {
      data: (_terminal, bytes) => {
        unheard += decoder.decode(bytes, { stream: true });
        more.resolve();
        more = Promise.withResolvers();
      },
    },
  });
  const hear = async (...words: readonly string[]): Promise<string> => {
    const lines = unheard.split("\r\n");
    const whole = lines.slice(0, -1);
    const index = whole.findIndex((line) => words.some((word) => line.includes(word)));
    if (index < 0) {
      await more.promise;
      return hear(...words);
    }
    unheard = lines.slice(index + 1).join("\r\n");
    const line = lines[index] ?? "";
    return line.slice(line.search(new RegExp(words.join("|"))));
  };
  const report = readReport(await hear("{"));
  return {
    report,
    exitCode: child.exited,
    type: (keys) => void child.terminal?.write(keys),
    hear,
    signal: (name) => child.kill(name),
    [Symbol.asyncDispose]: async () => {
      endProcess(report.pid);
      child.kill("SIGKILL");
      await child.exited;
      child.terminal?.close();
    },
  };
}

async function ping(baseUrl: string, key = "mst_acme_full"): Promise<Response> {
  const headers = { Authorization: `Bearer ${key}` };
  return fetch(`${baseUrl}/api/v1/integration/ping`, { headers });
}

async function execute(...command: readonly string[]) {
  const line = [...PROGRAM, "exec", "--log", "off", "--", ...command];
  const child = Bun.spawn(line, { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
