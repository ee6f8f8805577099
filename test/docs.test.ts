// Runs what the README and docs/ show: every request, seed and program, and compares what they say with what happens.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequestLog } from "../src/cli/commands/serve/request-log.ts";
import { run } from "../src/cli/run.ts";
import { type RunningSandbox, startSandbox } from "../src/library/library.ts";
import { formatDiagnostics } from "../src/seeds/diagnostics/diagnostic.ts";
import { EMBEDDED } from "../src/seeds/embedded.ts";
import { loadSeeds } from "../src/seeds/load.ts";
import { resolveSeeds } from "../src/seeds/overlay/scenarios.ts";
import { fakeTerminal } from "./cli/fake-terminal.ts";
import { temporaryDirectory } from "./cli/temporary-directory.ts";
import { readUserPages } from "./support/markdown.ts";
import { spawnSandbox } from "./support/spawn-sandbox.ts";

const ROOT = join(import.meta.dir, "..");
const PAGES = await readUserPages();
const [README] = PAGES.map(({ text }) => text);
const BLOCKS = PAGES.flatMap(({ blocks }) => blocks);
/** Each program, with the text that is shown as its output. */
const PROGRAMS = BLOCKS.flatMap(({ language, body }, index) =>
  language === "ts" ? [{ body, output: BLOCKS[index + 1]?.body ?? "" }] : [],
);
/** Each test of a client, for `node --test`. */
const CLIENT_TESTS = BLOCKS.flatMap(({ language, body }) => (language === "js" ? [body] : []));
/** Commands that other tests run: with a server, with Cloudflare's engine, with the id of a request. */
const RUN_ELSEWHERE = /^merchant-sandbox (?:pull|conform|bundle|why|serve)/;

describe("the README and docs", () => {
  let sandbox: RunningSandbox;
  const log: string[] = [];

  beforeAll(async () => {
    const onRequest = createRequestLog("pretty", (text) => void log.push(text));
    sandbox = await startSandbox({ port: 0, onRequest });
  });
  afterAll(() => sandbox.close());

  test("show requests that get the responses they show", async () => {
    const commands = BLOCKS.flatMap(({ language, body }, index) =>
      language === "sh" && body.startsWith("curl") ? [{ body, next: BLOCKS[index + 1] }] : [],
    );
    const banner = await Bun.file(join(ROOT, "test/cli/banner.txt")).text();
    expect(banner).toContain(commands[0]?.body ?? "no line");
    const shown: [answered: string, shown: string][] = [];
    for (const { body, next } of commands) {
      const response = await runShell(
        body
          .replaceAll("http://127.0.0.1:4700", sandbox.baseUrl)
          .replaceAll("http://127.0.0.1:4701", sandbox.hostedUrl),
      );
      if (next?.language === "json") shown.push([response, next.body.trimEnd()]);
    }
    expect(shown.length).toBe(5);
    for (const [answered, text] of shown) {
      expect(normalize(answered, sandbox)).toBe(normalize(text, sandbox));
    }
  });

  test("show the reason that the log gives for the first that is rejected", () => {
    const why = blockWith("text", "why:");
    expect(log.find((line) => line.includes("why:"))).toContain(why.trimEnd());
  });

  test("show how to pay over HTTP", async () => {
    const checkout = blockWith("sh", "checkout=");
    const [status, receipt = ""] = (
      await runShell(checkout.replaceAll("http://127.0.0.1:4701", sandbox.hostedUrl))
    ).split(" ");
    expect(status).toBe("303");
    expect(await (await fetch(receipt.trim())).text()).toContain("3 × €49.00");
  });

  test("show seeds that load", () => {
    const files = [
      { path: "bakery.yaml", text: blockWith("yaml", "slug: bakery") },
      { path: "half.yaml", text: blockWith("yaml", "respond: 500") },
    ];
    const now = Date.UTC(2026, 10, 1);
    const { seeds, diagnostics } = loadSeeds({ files, now });
    expect(formatDiagnostics(diagnostics)).toBe("");
    expect(seeds && resolveSeeds(seeds).base.orderCount).toBe(31);
  });

  test("show a scenario that loads over them", () => {
    const files = [
      { path: "bakery.yaml", text: blockWith("yaml", "slug: bakery") },
      { path: "scenarios/closed.yaml", text: blockWith("yaml", "remove:"), scenario: "closed" },
    ];
    const now = Date.UTC(2026, 10, 1);
    const { seeds, diagnostics } = loadSeeds({ files, now });
    expect(formatDiagnostics(diagnostics)).toBe("");
    const closed = seeds && resolveSeeds(seeds).ofScenario("closed");
    expect([closed?.products.size, closed?.orderCount]).toEqual([0, 0]);
  });

  test("name every embedded scenario", () => {
    for (const { name } of EMBEDDED.scenarios) expect(README).toContain(`\`${name}\``);
  });

  test("show a mistake as it is reported", () => {
    const text =
      "keys:\n  - key: mst_bakery_read\n    merchant: bakery\n    scope: [catalog:read]\n";
    const files = [
      { path: "sandbox-seeds/keys.yaml", text },
      { path: "sandbox-seeds/merchants.yaml", text: "merchants:\n  - slug: bakery\n" },
    ];
    const { diagnostics } = loadSeeds({ files, now: 0 });
    expect(formatDiagnostics(diagnostics)).toStartWith(blockWith("text", "Did you mean").trimEnd());
  });

  test("show a pull that writes seeds", async () => {
    await using directory = await temporaryDirectory();
    const out = join(directory.path, "pulled-seeds");
    const words = blockWith("sh", "merchant-sandbox pull")
      .replace("http://127.0.0.1:4700", sandbox.baseUrl)
      .replace("pulled-seeds", out)
      .trim()
      .split(" ");
    const terminal = fakeTerminal();
    expect([await run(words.slice(1), terminal), terminal.written.stderr]).toEqual([0, ""]);
  });

  test("show the report of conform for the sandbox", async () => {
    const command = blockWith("sh", "merchant-sandbox conform");
    const shown = BLOCKS[BLOCKS.findIndex(({ body }) => body === command) + 1]?.body;
    const words = command.replaceAll("http://127.0.0.1:4700", sandbox.baseUrl).replaceAll("'", "");
    const terminal = fakeTerminal();
    expect(await run(words.trim().split(" ").slice(1), terminal)).toBe(1);
    const said = normalize(terminal.written.stdout, sandbox);
    expect(said.replace(/ in \d\.\d s$/m, " in 0.0 s")).toBe(shown ?? "nothing");
  });

  test("show calls of the control API that succeed", async () => {
    const page = PAGES.find(({ path }) => path === "docs/control-api.md")?.text ?? "";
    const calls = [
      ...page.matchAll(/^\| [a-z ]+ \| `([A-Z]+)(?: (\/\S+))?` \| (?:`(.+)`)? ?\|$/gm),
    ];
    expect(calls.length).toBeGreaterThan(8);
    const world = await sandbox.world();
    const [order] = world.orders.list();
    for (const [call, method = "", path = "", body] of calls) {
      const url = `${sandbox.controlUrl}/worlds/${world.name}${path.replace("ORDER_ID", order?.id ?? "")}`;
      const headers = { "Content-Type": "application/json" };
      const { ok } = await fetch(url, { method, ...(body && { headers, body }) });
      expect([call, ok]).toEqual([call, true]);
    }
  });

  test("show commands for a running sandbox that succeed", async () => {
    const page = PAGES.find(({ path }) => path === "docs/shell.md")?.text ?? "";
    const shown = [...page.matchAll(/`merchant-sandbox ([^`|]+)`/g)].map(([, line = ""]) => line);
    const world = await sandbox.world();
    const [order] = world.orders.list();
    const words = { KEY: "mst_acme_readonly", ORDER: order?.id ?? "" };
    await using directory = await temporaryDirectory();
    // Why: one follows until it is stopped, and one ends a sandbox that `serve` runs.
    const lines = shown.filter((line) => !/^(?:help|stop|requests --follow)/.test(line));
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      const filled = line
        .replace(/\b(?:KEY|ORDER)\b/, (word) => words[word as keyof typeof words])
        .replace(/\S+\.(?:har|yaml)$/, (file) => join(directory.path, file));
      const terminal = fakeTerminal({
        env: { SANDBOX_CONTROL_URL: sandbox.controlUrl, SANDBOX_WORLD: world.name },
      });
      const code = await run(filled.split(" "), terminal);
      expect([line, code, terminal.written.stderr]).toEqual([line, 0, ""]);
    }
  });

  test("show commands that succeed", async () => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, "bin"));
    const write = (name: string, script: string) =>
      writeFile(join(directory.path, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    await write("merchant-sandbox", `exec '${process.execPath}' '${ROOT}/src/main.ts' "$@"`);
    await write("npm", 'test -n "$SANDBOX_BASE_URL"');
    await write("pytest", 'test -n "$SANDBOX_API_KEY"');
    const commands = BLOCKS.filter(
      ({ language, body }) =>
        language === "sh" && body.startsWith("merchant-sandbox ") && !RUN_ELSEWHERE.test(body),
    ).flatMap(({ body }) => body.trim().split("\n"));
    expect(commands.length).toBeGreaterThan(8);
    // Why: `init` first, because the others find the directory that it writes.
    for (const command of commands.toSorted(
      (a, b) => Number(/ init/.test(b)) - Number(/ init/.test(a)),
    )) {
      const own = command.replaceAll("http://127.0.0.1:4701", sandbox.hostedUrl);
      const child = Bun.spawn(["sh", "-c", own], {
        cwd: directory.path,
        env: { PATH: `${directory.path}/bin:${process.env.PATH}` },
        stdout: "ignore",
        stderr: "pipe",
      });
      const [errors, code] = [await new Response(child.stderr).text(), await child.exited];
      expect([command, code, errors]).toEqual([command, 0, ""]);
    }
  });

  test("show tests that pass, under Node", async () => {
    expect(CLIENT_TESTS.length).toBeGreaterThan(0);
    for (const body of CLIENT_TESTS) {
      const stdin = new Blob([body]);
      const child = Bun.spawn(["node", "--input-type=module", "-"], { cwd: ROOT, stdin });
      const report = await new Response(child.stdout).text();
      expect([report, await child.exited]).toEqual([expect.stringMatching(/pass [1-9]/), 0]);
    }
  });

  test.each([
    ["bun", [process.execPath, "run", "-"]],
    ["node", ["node", "--input-type=module", "-"]],
    ["deno", [join(ROOT, "node_modules/.bin/deno"), "run", "--allow-all", "--no-prompt", "-"]],
  ])("show programs that print what is shown, under %s", async (_name, command) => {
    expect(PROGRAMS).toHaveLength(4);
    for (const { body, output } of PROGRAMS) {
      const stdin = new Blob([body]);
      const child = Bun.spawn(command, { cwd: ROOT, stdin, stderr: "inherit" });
      expect(await new Response(child.stdout).text()).toBe(output);
    }
  });

  test.each(PAGES.map(({ path, text }) => [path, text]))(
    "%s links to headings and files that exist",
    async (path, text) => {
      const targets = [...text.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
        ([, link, source]) => link ?? source ?? "",
      );
      for (const target of targets) {
        const [file = "", anchor] = target.split("#");
        const linked = file === "" ? path : join(dirname(path), file);
        expect([target, existsSync(join(ROOT, linked))]).toEqual([target, true]);
        if (anchor === undefined) continue;
        expect(anchorsIn(await Bun.file(join(ROOT, linked)).text())).toContain(anchor);
      }
    },
  );

  test("the README has 200 lines at most, and leads to every page", () => {
    expect(README?.trimEnd().split("\n").length).toBeLessThanOrEqual(200);
    for (const { path } of PAGES) expect(`README.md ${README}`).toContain(path);
  });

  test("open with commands that package.json has", async () => {
    const shown = BLOCKS.filter(({ language }) => language === "sh").map(({ body }) => body.trim());
    expect(shown).toContain("npm ci && npm start");
    expect(shown).toContain("npm ci && npm test");
    const spawned = await spawnSandbox(["npm", "start", "--silent", "--prefix", ROOT, "--"]);
    const response = await fetch(`${spawned.ready.hostedUrl}/_sandbox/health`);
    process.kill(spawned.ready.pid, "SIGTERM");
    await spawned.stop();
    expect(response.status).toBe(200);
  });

  test("show keys that respond as the table says", async () => {
    const answered = await Promise.all(
      [...sandbox.sandbox.worlds.default.state.keys.values()].map(
        async ({ key }) => [key, await statusesOf(key)] as const,
      ),
    );
    expect(Object.fromEntries(answered)).toEqual({
      mst_acme_full: [200, 200, 200, 201],
      mst_acme_readonly: [200, 200, 200, 403],
      mst_acme_links: [200, 403, 403, 201],
      mst_acme_noscope: [200, 403, 403, 403],
      mst_acme_limited: [200, 200, 200, 201],
      mst_acme_expiring: [200, 200, 200, 201],
      mst_acme_expired: [401, 401, 401, 401],
      mst_acme_revoked: [401, 401, 401, 401],
      mst_acme_noaccess: [403, 403, 403, 403],
      mst_kiln_full: [403, 403, 403, 403],
      mst_ember_full: [200, 200, 200, 404],
      mst_ember_readonly: [200, 200, 200, 403],
    });
    for (const [key] of answered) expect(README).toContain(`\`${key}\``);
  });

  /** What ping, products, orders and a link of a book respond to a key. */
  function statusesOf(key: string): Promise<number[]> {
    const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ productId: "a71a5000-0000-4000-8000-000000000001" });
    const calls = ["ping", "products", "orders", "checkout-links"].map(async (endpoint) => {
      const init = endpoint === "checkout-links" ? { method: "POST", headers, body } : { headers };
      return (await fetch(`${sandbox.baseUrl}/api/v1/integration/${endpoint}`, init)).status;
    });
    return Promise.all(calls);
  }
});

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^#+ (.+)$/gm), ([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}

function blockWith(language: string, text: string): string {
  const block = BLOCKS.find((block) => block.language === language && block.body.includes(text));
  if (block === undefined) throw new Error(`there is no ${language} block with ${text}`);
  return block.body;
}

async function runShell(command: string): Promise<string> {
  const child = Bun.spawn(["sh", "-c", command], { stderr: "ignore" });
  return new Response(child.stdout).text();
}

/** Takes out what differs from run to run: the ports and the request's id. */
function normalize(text: string, { baseUrl, hostedUrl }: RunningSandbox): string {
  return text
    .replaceAll(baseUrl, "http://127.0.0.1:4700")
    .replaceAll(hostedUrl, "http://127.0.0.1:4701")
    .replace(/req_\w+/, "req_0");
}
