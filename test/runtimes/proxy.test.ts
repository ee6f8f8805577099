// What a proxy gets that the environment asks for, and what the runtime itself prints: never a key that goes to
// this machine.
import { describe, expect, test } from "bun:test";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { RUNTIMES } from "../support/spawn-sandbox.ts";

const KEY = "sk_test_0123456789";
const COMMANDS: Readonly<Record<string, (url: string) => readonly string[]>> = {
  pull: (url) => ["pull", "--base-url", url, "--key", KEY, "--out", "/nowhere/seeds"],
  conform: (url) => ["conform", "--base-url", url, "--key", KEY, "--check", "ping-fields"],
  wait: (url) => ["wait", "--url", `${url}/_sandbox`, "--timeout", "0s"],
};
const CASES = [
  ...Object.keys(RUNTIMES).map((runtime) => [runtime, "pull"] as const),
  ["executable", "conform"],
  ["executable", "wait"],
] as const;

describe.each(CASES)("under %s `%s`", (runtime, command) => {
  test.each(["127.0.0.1", "localhost", "[::1]"])(
    "asks %s without a proxy, and prints no request",
    async (host) => {
      await using server = await record(host === "[::1]" ? "::1" : "127.0.0.1");
      const url = `http://${host}:${server.port}`;
      const { proxied, output } = await runWithProxy(runtime, command, url);
      expect(server.asked.length).toBeGreaterThan(0);
      expect({ proxied, output }).toEqual({
        proxied: [],
        output: expect.not.stringContaining(KEY),
      });
      expect(output).not.toContain("PROXY");
    },
  );

  // Runtime: Node 20 asks no proxy.
  if (runtime === "node") return;
  test("says that requests to other machines use it", async () => {
    const { proxied, proxy, output } = await runWithProxy(runtime, command, "http://pay.test");
    expect(proxied[0]).toStartWith("http://pay.test/");
    const warning = `HTTP_PROXY is set, so requests to pay.test go unencrypted through the proxy ${proxy}. Set NO_PROXY=pay.test to avoid it.`;
    expect(output).toStartWith(`merchant-sandbox: warning: ${warning}\n`);
    expect(output).not.toContain(KEY);
    expect(output).not.toContain("secret");
  });
});

async function runWithProxy(runtime: string, command: string, url: string) {
  await using proxy = await record("127.0.0.1");
  const host = `127.0.0.1:${proxy.port}`;
  const line = [...(RUNTIMES[runtime] ?? []), ...(COMMANDS[command]?.(url) ?? [])];
  const child = Bun.spawn(line, {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      HTTP_PROXY: `http://user:secret@${host}`,
      BUN_CONFIG_VERBOSE_FETCH: "curl",
    },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => new Response(stream).text()),
  );
  return { proxied: proxy.asked, proxy: host, output: `${stderr}${stdout}` };
}

/** Listens, and records the targets of the requests that it gets. */
async function record(hostname: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    asked,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
