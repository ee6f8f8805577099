// `exec` wherever it runs: what its command gets, how both end, and that nothing is left of them. `wait`, too,
// whose failures each runtime words in its own way.
import { describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { openConnection, requestText } from "../cli/connection.ts";
import { freePort } from "../cli/ports.ts";
import { CHILD, endProcess, isRunning, spawnExec } from "../support/spawn-exec.ts";
import { RUNTIMES } from "../support/spawn-sandbox.ts";

const HALF_A_POST = `${requestText("POST /api/v1/integration/checkout-links", [
  "Content-Type: application/json",
  "Content-Length: 55",
])}{`;

describe.each(Object.entries(RUNTIMES))("exec under %s", (_name, program) => {
  test("passes its streams, arguments and directory to a command that finds the sandbox", async () => {
    await using exec = await spawnExec(program, { args: ["--help", "a b", "--", ""] });
    const { report, baseUrl } = exec;
    expect(report.args).toEqual(["--help", "a b", "--", ""]);
    expect(report.directory).toEndWith("/test/support");
    expect(report.terminals).toEqual([false, false, false]);
    expect(variablesIn(report.env)).toEqual({
      SANDBOX_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      SANDBOX_HOSTED_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:[1-9]\d*$/),
      SANDBOX_CONTROL_URL: `${report.env.SANDBOX_HOSTED_URL}/_sandbox`,
      SANDBOX_API_KEY: "mst_acme_full",
      SANDBOX_MERCHANT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await ping(baseUrl)).toBe(200);
    expect((await fetch(`${report.env.SANDBOX_CONTROL_URL}/health`)).status).toBe(200);

    await exec.tell("exit 7");
    expect({ code: await exec.exitCode, stderr: await exec.stderr }).toEqual({
      code: 7,
      stderr: "",
    });
    await expectClosed(baseUrl, report.env.SANDBOX_HOSTED_URL);
  });

  test.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2", "SIGALRM"] as const)(
    "passes %s on as often as it comes, and waits for the command",
    async (signal) => {
      await using exec = await spawnExec(program);
      for (let n = 0; n < 2; n++) {
        exec.signal(signal);
        expect(await exec.hear()).toBe(`got ${signal}`);
        expect(await ping(exec.baseUrl)).toBe(200);
      }
      await exec.tell("exit 3");
      expect(await exec.exitCode).toBe(3);
      await expectClosed(exec.baseUrl);
    },
  );

  test.each([
    ["SIGKILL", 137],
    ["SIGSEGV", 139],
  ])("ends as a shell does if %s ended the command", async (signal, code) => {
    await using exec = await spawnExec(program);
    process.kill(exec.report.pid, signal);
    expect(await exec.exitCode).toBe(code);
    expect(isRunning(exec.report.pid)).toBe(false);
    await expectClosed(exec.baseUrl, exec.report.env.SANDBOX_HOSTED_URL);
  });

  test("ends with the command, whatever that leaves running or in flight", async () => {
    await using exec = await spawnExec(program);
    const stalled = await openConnection(exec.baseUrl);
    await stalled.send(HALF_A_POST);
    expect(await ping(exec.baseUrl)).toBe(200);
    await exec.tell("leave");
    const [, left] = (await exec.hear()).split(" ");
    try {
      await exec.tell("exit 0");
      expect(await exec.exitCode).toBe(0);
      expect(await stalled.closed).not.toContain("checkoutUrl");
      await expectClosed(exec.baseUrl);
      expect(isRunning(Number(left))).toBe(true);
    } finally {
      endProcess(Number(left));
    }
  });

  test("never runs the command if the sandbox can't start", async () => {
    const { code, stdout, stderr } = await run([
      ...program,
      "exec",
      "--seeds",
      "./nowhere",
      "--",
      ...CHILD,
    ]);
    expect({ code, stdout }).toEqual({ code: 125, stdout: "" });
    expect(stderr).toContain("./nowhere error: there is no such file or directory");
  });

  test.each([
    [127, "no-such-command", 'Command not found: "no-such-command".'],
    [126, tmpdir(), `Cannot run "${tmpdir()}": it is a directory.`],
  ])("ends with %d if the command is %s", async (code, command, message) => {
    const ended = await run([...program, "exec", "--log", "off", "--", command]);
    expect({ ...ended, stderr: ended.stderr.split("\n")[0] }).toEqual({
      code,
      stdout: "",
      stderr: `merchant-sandbox: ${message}`,
    });
  });
});

describe.each(Object.entries(RUNTIMES))("wait under %s", (_name, program) => {
  const wait = (url: string) => run([...program, "wait", "--timeout", "0s", "--url", url]);

  test("ends with 0 if a sandbox is ready", async () => {
    await using exec = await spawnExec(program);
    expect(await wait(exec.report.env.SANDBOX_CONTROL_URL ?? "")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("distinguishes a closed port from one that closes its connections", async () => {
    const url = `http://127.0.0.1:${freePort()}/_sandbox`;
    const closed = await wait(url);
    expect(closed.code).toBe(1);
    expect(closed.stderr).toContain(`No sandbox is ready at ${url}: nothing listens there.\n`);

    using rude = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket) => void socket.terminate() },
    });
    const cut = await wait(`http://127.0.0.1:${rude.port}/_sandbox`);
    expect(cut.code).toBe(1);
    expect(cut.stderr).toContain(": it closes the connection without a response.\n");
  });
});

function variablesIn(env: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith("SANDBOX_")));
}

async function ping(baseUrl: string): Promise<number> {
  const headers = { Authorization: "Bearer mst_acme_full" };
  return (await fetch(`${baseUrl}/api/v1/integration/ping`, { headers })).status;
}

async function expectClosed(...urls: readonly (string | undefined)[]): Promise<void> {
  for (const url of urls) {
    expect(await fetch(`${url}`).catch((error) => error.code)).toBe("ECONNREFUSED");
  }
}

async function run(line: readonly string[]) {
  const child = Bun.spawn([...line], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, stdout, stderr };
}
