// A malicious server in place of a sandbox: what it sends controls no terminal and runs nothing in a shell.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../../src/cli/run.ts";
import { printable } from "../../../../src/shared/printable.ts";
import { fakeTerminal } from "../../fake-terminal.ts";
import { temporaryDirectory } from "../../temporary-directory.ts";

const ESCAPES = "\u001b[2J\u009b31m\u202e\r\n::error::";

const HEALTH = { status: "ok", version: ESCAPES, uptimeMs: 1, worlds: 1 };

/** Runs a line against a server that responds as a sandbox to /health, and else with the same. Returns what it prints. */
async function printed(line: string, status: number, body: unknown, type = "application/json") {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) =>
      url.endsWith("/health")
        ? Response.json(HEALTH)
        : new Response(text, { status, headers: { "Content-Type": type } }),
  });
  const terminal = fakeTerminal({ env: { SANDBOX_CONTROL_URL: server.url.href } });
  await run(line.split(" "), terminal);
  return terminal.written;
}

const world = (apiKey: string) => ({
  name: ESCAPES,
  baseUrl: "http://127.0.0.1:4700",
  hostedUrl: "http://127.0.0.1:4701",
  apiKey,
  keys: [{ key: apiKey, merchant: "acme" }],
  merchants: [{ slug: "acme", id: ESCAPES }],
});

const entry = {
  id: ESCAPES,
  time: "2026-10-17T09:00:00.000Z",
  ms: 1,
  method: ESCAPES,
  path: ESCAPES,
  endpoint: null,
  status: 200,
  dropped: null,
  key: ESCAPES,
  merchant: ESCAPES,
  why: ESCAPES,
  hints: [ESCAPES],
};

describe("another program", () => {
  test.each([
    ["an object", { status: "ok" }],
    ["a list", []],
    ["a text", "ok"],
    ["null", null],
  ])("is not taken for a sandbox if it responds to each call with %s", async (_form, body) => {
    const received: string[] = [];
    using server = Bun.serve({
      ...{ hostname: "127.0.0.1", port: 0 },
      fetch({ method, url }): Response {
        received.push(`${method} ${new URL(url).pathname}`);
        return Response.json(body);
      },
    });
    const control = `${server.url}_sandbox`;
    for (const line of ["world list", "clock show", "stop", "env", "requests --follow"]) {
      const terminal = fakeTerminal({ env: { SANDBOX_CONTROL_URL: control } });
      expect(await run(line.split(" "), terminal)).toBe(1);
      expect(terminal.written).toEqual({
        stdout: "",
        stderr: `merchant-sandbox: No control API of a sandbox at ${control}/health: GET returned 200. Use the address that \`merchant-sandbox\` prints, such as http://127.0.0.1:4701.\n`,
      });
    }
    expect(new Set(received)).toEqual(new Set(["GET /_sandbox/health"]));
  });
});

describe("a malicious server", () => {
  test.each([
    ["world list", 200, [world("")]],
    ["world create", 201, world(ESCAPES)],
    ["world list --json", 200, [world(ESCAPES)]],
    ["world reset", 200, world("")],
    ["clock show", 200, { now: ESCAPES, frozen: false }],
    ["key list", 200, [{ ...world("").keys[0], key: ESCAPES, scopes: [ESCAPES] }]],
    ["fault list", 200, [{ endpoint: ESCAPES, delay: ESCAPES, [ESCAPES]: ESCAPES, hits: 0 }]],
    ["env --shell fish", 200, world(ESCAPES)],
    ["env --shell powershell", 200, world(ESCAPES)],
    ["env", 200, world(ESCAPES)],
    ["requests", 200, [entry]],
    ["why req_0_0", 200, [entry]],
    ["world list", 404, { detail: ESCAPES, code: "not-found" }],
    ["world list", 422, { detail: ESCAPES, errors: [{ path: ESCAPES, message: ESCAPES }] }],
  ])("controls no terminal: %s, %i", async (line, status, body) => {
    const { stdout, stderr } = await printed(line, status, body);
    expect(stdout + stderr).not.toMatch(/[^\P{C}\n\u200c\u200d]/u);
    expect(stdout + stderr).not.toMatch(/^\s*::error/m);
  });

  test("controls no terminal with a snapshot", async () => {
    const { stdout } = await printed("snapshot", 200, `name: ${ESCAPES}\tß…\n`, "application/yaml");
    expect(stdout).not.toMatch(/[^\P{Cc}\n\t]/u);
    expect(stdout).toEndWith("\tß…\n");
  });

  test.each([
    ["sh", "'; touch hit; '"],
    ["sh", "$(touch hit)`touch hit`"],
    ["sh", "a\ntouch hit\n"],
    ["sh", "\\'; touch hit #"],
    ["fish", "'; touch hit; '"],
    ["fish", "\\'; touch hit #"],
    ["fish", "(touch hit)\ntouch hit"],
  ])("runs nothing through the variables of %s: %j", async (shell, key) => {
    await using directory = await temporaryDirectory();
    const { stdout } = await printed(`env --shell ${shell}`, 200, world(key));
    const script = `${stdout}\nprintf %s "$SANDBOX_API_KEY"`;
    if (shell === "fish" && Bun.which("fish") === null) return;
    const words = shell === "fish" ? ["fish", "--no-config", "-c"] : ["sh", "-c"];
    const child = Bun.spawn([...words, script], { cwd: directory.path });
    expect(await new Response(child.stdout).text()).toBe(printable(key));
    expect(existsSync(join(directory.path, "hit"))).toBe(false);
  });
});
