// `env` in real shells and git repositories, and `stop`.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import { serve } from "../../serving.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";
import { openShell, type Shell } from "./sandbox.ts";

const MAIN = join(import.meta.dir, "../../../../src/main.ts");

let shell: Shell;
beforeAll(async () => {
  shell = await openShell({ controlToken: "a-token-of-sixteen-or-more" });
});
afterAll(() => shell[Symbol.asyncDispose]());

/** Runs a script, in which `ms` is the program, and returns what it prints. */
async function runScript(script: string, cwd: string, words = ["sh", "-c"]): Promise<string> {
  const child = Bun.spawn(
    [...words, script.replaceAll("ms ", `'${process.execPath}' '${MAIN}' `)],
    {
      cwd,
      env: {
        PATH: process.env.PATH,
        HOME: cwd,
        SANDBOX_CONTROL_URL: shell.sandbox.controlUrl,
        SANDBOX_CONTROL_TOKEN: "a-token-of-sixteen-or-more",
        // Why: the temporary directory may be in a repository.
        GIT_CEILING_DIRECTORIES: join(cwd, ".."),
      },
      stderr: "pipe",
    },
  );
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("env", () => {
  test("prints the variables of exec, and the world", async () => {
    const { baseUrl, hostedUrl, controlUrl, apiKey, merchantId } = shell.sandbox;
    expect(JSON.parse(await shell.prints("env --json"))).toEqual({
      SANDBOX_BASE_URL: baseUrl,
      SANDBOX_HOSTED_URL: hostedUrl,
      SANDBOX_CONTROL_URL: controlUrl,
      SANDBOX_CONTROL_TOKEN: "a-token-of-sixteen-or-more",
      SANDBOX_WORLD: "default",
      SANDBOX_API_KEY: apiKey,
      SANDBOX_MERCHANT_ID: merchantId,
    });
    expect(await shell.prints("env")).toContain(`export SANDBOX_BASE_URL='${baseUrl}'\n`);
  });

  test("makes a world once, and prints its variables again", async () => {
    const printed = await shell.prints("env --world=mine --scenario flaky");
    const { baseUrl, keys } = shell.sandbox.handle("mine");
    expect(printed).toContain(`export SANDBOX_BASE_URL='${baseUrl}'\nexport SANDBOX_HOSTED_URL=`);
    keys.revoke("mst_acme_readonly");
    expect(await shell.prints("env --world mine --scenario flaky")).toBe(printed);
    expect(keys.list({ status: "revoked" })).toHaveLength(2);
    expect(await shell.fails("env --world mine")).toStartWith(
      "1 merchant-sandbox: The world mine was made with",
    );
    expect(await shell.fails("env", { SANDBOX_WORLD: "mine" })).toBe(`0 ${printed}`);
  });

  test.each([
    ["a branch", "git init -q -b feature/Foo_Bar shop && cd shop", "shop-feature-foo_bar"],
    [
      "a worktree",
      "git init -q shop && cd shop && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a && git worktree add -q -b feature/Foo_Bar ../Copy && cd ../Copy",
      "copy-feature-foo_bar",
    ],
    [
      "no branch",
      "git init -q shop && cd shop && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m a && git checkout -q --detach",
      "shop",
    ],
    [
      "a directory of a repository",
      "git init -q -b shop shop && mkdir shop/in && cd shop/in",
      "shop",
    ],
    ["no repository", "mkdir 'My Project' && cd 'My Project'", "my-project"],
  ])("names the world after the directory and the branch: %s", async (_case, setUp, name) => {
    await using directory = await temporaryDirectory();
    const script = `${setUp} && eval "$(ms env --world)" && ms world list >../list && echo "$SANDBOX_WORLD"`;
    expect(await runScript(script, directory.path)).toBe(`${name}\n`);
    expect(shell.sandbox.handle(name).name).toBe(name);
  });

  test("asks for a name where there is none", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "日本"));
    const script = "ms env --world 2>&1 || echo $?";
    expect(await runScript(script, join(directory.path, "日本"))).toBe(
      "merchant-sandbox: The directory and the branch make no valid name. Use --world=NAME.\n" +
        "  Run merchant-sandbox env --help for its flags.\n2\n",
    );
  });

  test.skipIf(Bun.which("fish") === null)("sets variables in fish", async () => {
    await using directory = await temporaryDirectory();
    const script = "ms env --world=of-fish --shell fish | source; echo $SANDBOX_BASE_URL";
    const printed = await runScript(script, directory.path, ["fish", "-c"]);
    expect(printed).toBe(`${shell.sandbox.baseUrl}/w/of-fish\n`);
  });

  test("prints the variables as PowerShell sets them", async () => {
    expect(await shell.prints("env --shell powershell")).toContain(
      `$env:SANDBOX_BASE_URL = '${shell.sandbox.baseUrl}'\n`,
    );
  });
});

describe("stop", () => {
  test("ends serve, after the requests in flight", async () => {
    await using serving = await serve();
    const terminal = shell.terminal();
    const flags = ["--control-url", serving.hostedUrl];
    expect(await run(["fault", "set", "--delay", "200ms", ...flags], terminal)).toBe(0);
    const slow = serving.get("ping");
    const controlUrl = `${serving.hostedUrl}/_sandbox`;
    const received = async () => (await fetch(`${controlUrl}/worlds/default/requests`)).json();
    while ((await received()).length === 0);
    expect(await run(["stop", ...flags], terminal)).toBe(0);
    expect((await slow).status).toBe(200);
    expect(await serving.stop()).toBe(0);
    expect(terminal.written.stdout).toEndWith(`Stopped the sandbox at ${controlUrl}\n`);
  });

  test("ends no other sandbox, and its control API has no such call", async () => {
    expect(await shell.fails("stop")).toBe(
      `1 merchant-sandbox: The sandbox at ${shell.sandbox.controlUrl} does not run in serve.\n` +
        "  Stop the program that started it, such as the test run or exec.\n",
    );
    expect(await shell.prints("world list")).toStartWith("NAME ");
  });

  test("needs the control token; the secret of a world is not enough", async () => {
    await using serving = await serve(["--control-token", "a-token-of-sixteen-or-more"]);
    const flags = ["--control-url", serving.hostedUrl];
    const terminal = shell.terminal();
    expect(await run(["world", "create", "one", "--json", ...flags], terminal)).toBe(0);
    const { secret, hostedUrl } = JSON.parse(terminal.written.stdout);
    for (const url of [serving.hostedUrl, hostedUrl]) {
      const wrong = ["stop", "--control-url", url, "--control-token", secret];
      expect(await run(wrong, terminal)).toBe(1);
    }
    expect(terminal.written.stderr).toContain(" rejects the token.");
    expect(await run(["stop", ...flags], terminal)).toBe(0);
    expect(await serving.stop()).toBe(0);
  });
});
