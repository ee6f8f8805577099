// Runs the example for Python as its users do: copied, with an executable or a running sandbox, by pytest and
// pytest-xdist. Then again with a mistake in the client, which its tests must find, and say why.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cp, mkdir, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(60_000);

const [EXECUTABLE = ""] = RUNTIMES.executable ?? [];
// Why: another Python may be before that of the system, which has pytest by its package.
const PYTHON = [Bun.which("python3"), "/usr/bin/python3"].find(
  (python) => python !== null && hasModules(python, "pytest", "xdist"),
);
const MYPY = Bun.which("mypy");

let project: TemporaryDirectory;
beforeAll(async () => {
  project = await temporaryDirectory();
  await cp(join(import.meta.dir, "pytest"), project.path, { recursive: true });
});
afterAll(() => project[Symbol.asyncDispose]());

describe.skipIf(PYTHON === undefined)("the example pytest", () => {
  test("passes with the executable, one sandbox for each worker", async () => {
    const { exitCode, report } = await runPytest({ MERCHANT_SANDBOX_BIN: EXECUTABLE }, "-n", "2");
    expect([exitCode, report]).toEqual([0, expect.stringMatching(/^5 passed/m)]);
  });

  test("finds the executable by the PATH", async () => {
    const bin = join(project.path, "bin");
    await mkdir(bin);
    await symlink(EXECUTABLE, join(bin, "merchant-sandbox"));
    const { exitCode, report } = await runPytest({ PATH: `${bin}:${process.env.PATH}` });
    expect([exitCode, report]).toEqual([0, expect.stringMatching(/^5 passed/m)]);
  });

  test("uses a running sandbox, with its token, and drops the worlds that it made", async () => {
    const token = "a-token-of-enough-characters";
    const sandbox = await spawnSandbox([EXECUTABLE], ["--log", "json", "--control-token", token]);
    const { controlUrl } = sandbox.ready;
    const environment = { SANDBOX_CONTROL_URL: controlUrl, SANDBOX_CONTROL_TOKEN: token };
    const { exitCode, report } = await runPytest(environment, "-n", "2");
    const headers = { Authorization: `Bearer ${token}` };
    const worlds = await (await fetch(`${controlUrl}/worlds`, { headers })).text();
    await sandbox.stop();
    expect([exitCode, report]).toEqual([0, expect.stringMatching(/^5 passed/m)]);
    expect(worlds).not.toContain('"name":"w1"');
  });

  test("shows the requests of a failed test, with why, from another process too", async () => {
    const path = join(project.path, "links.py");
    const text = await Bun.file(path).text();
    await Bun.write(path, text.replace("error.code == 404", "error.code == 410"));
    const { exitCode, report } = await runPytest({ MERCHANT_SANDBOX_BIN: EXECUTABLE }, "-n", "2");
    await Bun.write(path, text);
    expect([exitCode, report]).toEqual([1, expect.stringMatching(/^1 failed, 4 passed/m)]);
    expect(report).toContain("Captured requests to the sandbox");
    expect(report).toMatch(
      /^POST \/api\/v1\/integration\/checkout-links -> 404 \(req_\w+\)\n {2}why: fault 1 /m,
    );
  });

  test.each([
    ["without a sandbox", {}, "No sandbox. Put merchant-sandbox on the PATH"],
    ["with a wrong path", { MERCHANT_SANDBOX_BIN: "/no/file" }, "Cannot run /no/file"],
    [
      "with a program that fails",
      { MERCHANT_SANDBOX_BIN: EXECUTABLE, MERCHANT_SANDBOX_SEEDS: "/no/seeds" },
      "did not start:",
    ],
    [
      "with a sandbox that is gone",
      { SANDBOX_CONTROL_URL: "http://127.0.0.1:1" },
      "Cannot reach a sandbox at http://127.0.0.1:1/_sandbox",
    ],
  ])("%s, explains what to do", async (_case, environment, message) => {
    const { exitCode, report } = await runPytest(environment, "-k", "expires");
    expect([exitCode, report]).toEqual([1, expect.stringContaining(message)]);
  });
});

test.skipIf(MYPY === null || PYTHON === undefined)(
  "the example pytest has types that pass mypy --strict",
  async () => {
    const files = (await readdir(project.path)).filter((name) => name.endsWith(".py"));
    const child = Bun.spawn([MYPY ?? "", "--strict", "--cache-dir=/dev/null", ...files], {
      cwd: project.path,
    });
    expect(await new Response(child.stdout).text()).toBe(
      `Success: no issues found in ${files.length} source files\n`,
    );
  },
);

function hasModules(python: string, ...names: readonly string[]): boolean {
  return Bun.spawnSync([python, "-c", `import ${names.join(", ")}`]).success;
}

/** Runs pytest in the project, with hardly an environment. */
async function runPytest(environment: Record<string, string>, ...flags: readonly string[]) {
  const own = { PATH: "/usr/bin:/bin", HOME: process.env.HOME, PYTHONDONTWRITEBYTECODE: "1" };
  const child = Bun.spawn(
    [PYTHON ?? "", "-m", "pytest", "-q", "-p", "no:cacheprovider", ...flags],
    {
      cwd: project.path,
      env: { ...own, ...environment },
      stderr: "pipe",
    },
  );
  const streams = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  return { report: (await Promise.all(streams)).join(""), exitCode: await child.exited };
}
