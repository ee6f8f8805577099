// `merchant-sandbox mcp` as clients start it.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../src/cli/run.ts";
import { startSandbox } from "../../src/start.ts";
import { fakeTerminal } from "../cli/fake-terminal.ts";
import { RUNTIMES } from "../support/spawn-sandbox.ts";
import { connectStdio, FORMS } from "./connect.ts";

const directories: string[] = [];
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

const SEEDS = "merchants:\n  - slug: solo\nkeys:\n  - key: mst_solo_key\n    merchant: solo\n";

/** Makes a repository with seeds, and a file beside it. */
async function makeRepository(seeds = SEEDS): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-mcp-"));
  directories.push(directory);
  const root = join(directory, "repository");
  await mkdir(join(root, "sandbox-seeds"), { recursive: true });
  await writeFile(join(root, "sandbox-seeds/seeds.yaml"), seeds);
  await writeFile(join(directory, "outside.yaml"), "token: secret\n");
  await symlink(join(directory, "outside.yaml"), join(root, "link.yaml"));
  return root;
}

describe("over stdio", () => {
  test.each(Object.entries(FORMS))("a client %s lists the tools", async (_, form) => {
    await using agent = await connectStdio(["--seeds", await makeRepository()], { form });
    expect((await agent.client.listTools()).tools).toHaveLength(9);
  });

  test("it uses the sandbox that SANDBOX_CONTROL_URL names, in the world of SANDBOX_WORLD", async () => {
    const running = await startSandbox({ port: 0, controlToken: "a-token-of-some-length" });
    try {
      const env = {
        SANDBOX_CONTROL_URL: running.controlUrl,
        SANDBOX_CONTROL_TOKEN: "a-token-of-some-length",
        SANDBOX_WORLD: "revoked-key",
      };
      await using agent = await connectStdio([], { env });
      const { baseUrl } = running.sandbox.addressesOf({ name: "revoked-key" });
      const shown = await agent.call("worlds", { action: "show" });
      expect(shown).toStartWith(`World revoked-key\nbaseUrl: ${baseUrl}\n`);
      expect(shown).not.toContain("started");
      expect(await agent.call("call_api", { endpoint: "ping" })).toStartWith("401: ");
      const { journal } = running.sandbox.worlds.get("revoked-key");
      expect(journal.list({ status: 401 })).toHaveLength(1);
    } finally {
      await running.close(0);
    }
  });

  test("it reaches its own sandbox without the proxy of the environment", async () => {
    const env = { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" };
    const cwd = await makeRepository();
    await using agent = await connectStdio(["--seeds", "sandbox-seeds"], { cwd, env });
    expect(await agent.call("worlds", { action: "show" })).toStartWith("World default");
  });

  test("it says how to set a token, and why a server cannot be checked", async () => {
    const running = await startSandbox({ port: 0, controlToken: "a-token-of-some-length" });
    try {
      await using agent = await connectStdio([], {
        env: { SANDBOX_CONTROL_URL: running.controlUrl },
      });
      const fix = "Set SANDBOX_CONTROL_TOKEN for `merchant-sandbox mcp`";
      await expect(agent.call("worlds", { action: "list" })).rejects.toThrow(fix);
      const nowhere = { base_url: "http://127.0.0.1:1", key: "mst_nobody" };
      await expect(agent.call("conform", nowhere)).rejects.toThrow(
        "Cannot check http://127.0.0.1:1: nothing listens there.",
      );
    } finally {
      await running.close(0);
    }
  });

  test("it starts a sandbox of its own with the seeds of the repository", async () => {
    const root = await makeRepository();
    await using agent = await connectStdio(["--seeds", "sandbox-seeds"], { cwd: root });
    const shown = await agent.call("worlds", { action: "show" });
    expect(shown).toContain("apiKey: mst_solo_key");
    expect(shown).toContain("note: this session started the sandbox, with sandbox-seeds.");
    const [, baseUrl = ""] = /baseUrl: (\S+)/.exec(shown) ?? [];
    const headers = { Authorization: "Bearer mst_solo_key" };
    expect((await fetch(`${baseUrl}/api/v1/integration/ping`, { headers })).status).toBe(200);
    await agent.client.close();
    await expect(fetch(baseUrl)).rejects.toThrow();
  });

  test("it says that the seeds have mistakes, and starts once they are fixed", async () => {
    const root = await makeRepository("merchants:\n  - slg: solo\n");
    await using agent = await connectStdio(["--seeds", "sandbox-seeds"], { cwd: root });
    await expect(agent.call("worlds", { action: "show" })).rejects.toThrow("Did you mean `slug`?");
    expect(await agent.call("check_seeds", { path: "sandbox-seeds" })).toContain("seeds.yaml:2:5");
    await writeFile(join(root, "sandbox-seeds/seeds.yaml"), SEEDS);
    expect(await agent.call("check_seeds", { path: "sandbox-seeds" })).toBe("No mistakes.");
    expect(await agent.call("worlds", { action: "show" })).toContain("mst_solo_key");
  });

  test("it reads seeds only below the working directory", async () => {
    const root = await makeRepository();
    await using agent = await connectStdio(["--seeds", "sandbox-seeds"], { cwd: root });
    for (const path of ["..", "../outside.yaml", "/etc/passwd", "link.yaml"]) {
      const check = agent.call("check_seeds", { path });
      await expect(check).rejects.toThrow("is not below the working directory");
    }
    const checked = await agent.call("check_seeds", { path: "." });
    expect(checked).toContain("The text is not shown, because this is a link to a file outside");
  });

  test("it checks another server, whose key it does not show", async () => {
    const running = await startSandbox({ port: 0 });
    try {
      await using agent = await connectStdio(["--control-url", running.controlUrl]);
      const { baseUrl } = running.sandbox.addressesOf(running.sandbox.worlds.default);
      const checked = await agent.call("conform", { base_url: baseUrl, key: "mst_acme_full" });
      expect(checked).toMatch(/^\d+ held, 0 failed, \d+ skipped: http/);
      const nowhere = agent.call("conform", { base_url: "http://127.0.0.1:1", key: "mst_secret" });
      await expect(nowhere).rejects.toThrow(/^(?!.*mst_secret)/);
      for (const base_url of ["file:///etc/passwd?", "http://user@127.0.0.1:1", "localhost:1"]) {
        const other = agent.call("conform", { base_url, key: "mst_acme_full" });
        await expect(other).rejects.toThrow("/base_url: must be a URL like");
      }
    } finally {
      await running.close(0);
    }
  });

  test("it says that the sandbox does not run, and how to go on", async () => {
    await using agent = await connectStdio(["--control-url", "http://127.0.0.1:1"]);
    const call = agent.call("worlds", { action: "list" });
    await expect(call).rejects.toThrow("Start it, or check the URL.");
  });
});

describe("a line", () => {
  const request = (id: number, method: string, params: object = {}) =>
    JSON.stringify({ jsonrpc: "2.0", id, method, params });

  async function send(...lines: readonly string[]) {
    const terminal = fakeTerminal({ stdin: lines.join("\n") });
    const code = await run(["mcp", "--control-url", "http://127.0.0.1:1"], terminal);
    const { stdout, stderr } = terminal.written;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  }

  test("that is no message is an error, and the next ones are served", async () => {
    const [wrong, ping, ...more] = await send("{", "", "\r", request(1, "ping"));
    expect(wrong).toMatchObject({ id: null, error: { code: -32_600 } });
    expect([ping, more]).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }, []]);
  });

  test("that cancels a call keeps its response from being sent", async () => {
    const cancelled = {
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 1 },
    };
    const call = request(1, "tools/call", { name: "docs", arguments: {} });
    const responses = await send(call, JSON.stringify(cancelled), request(2, "ping"));
    expect(responses.map(({ id }) => id)).toEqual([2]);
  });

  test("has one response, whatever its text", async () => {
    const [response] = await send(request(1, "tools/call", { name: "line\nbreak", arguments: {} }));
    expect(response.result.content[0].text).toContain('There is no tool "line\\nbreak"');
  });
});

test("ends when its client goes away in the middle of a call", async () => {
  const [command = "", ...args] = RUNTIMES.bun ?? [];
  const child = Bun.spawn([command, ...args, "mcp", "--seeds", await makeRepository()], {
    stdin: "pipe",
    stdout: "pipe",
  });
  const call = { name: "worlds", arguments: { action: "show" } };
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call })}\n`,
  );
  await child.stdin.end();
  await child.stdout.cancel();
  expect(await child.exited).toBe(0);
});
