// Runs what the README shows: every command, request, seed and program, and compares what it says with
// what happens.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createRequestLog } from "../src/cli/commands/serve/request-log.ts";
import { run } from "../src/cli/run.ts";
import { type RunningSandbox, startSandbox } from "../src/library/library.ts";
import { formatDiagnostics } from "../src/seeds/diagnostics/diagnostic.ts";
import { EMBEDDED } from "../src/seeds/embedded.ts";
import { loadSeeds } from "../src/seeds/load.ts";
import { resolveSeeds } from "../src/seeds/overlay/scenarios.ts";
import { fakeTerminal } from "./cli/fake-terminal.ts";
import { temporaryDirectory } from "./cli/temporary-directory.ts";
import { spawnSandbox } from "./support/spawn-sandbox.ts";

const ROOT = join(import.meta.dir, "..");
const README = await Bun.file(join(ROOT, "README.md")).text();
const BLOCKS = [...README.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
  ([, language = "", body = ""]) => ({ language, body }),
);

describe("the README", () => {
  let sandbox: RunningSandbox;
  const log: string[] = [];

  beforeAll(async () => {
    const onRequest = createRequestLog("pretty", (text) => void log.push(text));
    sandbox = await startSandbox({ port: 0, onRequest });
  });
  afterAll(() => sandbox.close());

  test("shows requests that have the answers it shows", async () => {
    const commands = BLOCKS.flatMap(({ language, body }, index) =>
      language === "sh" && body.startsWith("curl") ? [{ body, next: BLOCKS[index + 1] }] : [],
    );
    const banner = await Bun.file(join(ROOT, "test/cli/banner.txt")).text();
    expect(banner).toContain(commands[0]?.body ?? "no line");
    const shown: [answered: string, shown: string][] = [];
    for (const { body, next } of commands) {
      const answer = await runShell(
        body
          .replaceAll("http://127.0.0.1:4700", sandbox.baseUrl)
          .replaceAll("http://127.0.0.1:4701", sandbox.hostedUrl),
      );
      if (next?.language === "json") shown.push([answer, next.body.trimEnd()]);
    }
    expect(shown.length).toBe(5);
    for (const [answered, text] of shown) {
      expect(normalize(answered, sandbox)).toBe(normalize(text, sandbox));
    }
  });

  test("shows the reason that the log gives for the first that is refused", () => {
    const why = blockWith("text", "why:");
    expect(log.find((line) => line.includes("why:"))).toContain(why.trimEnd());
  });

  test("shows seeds that load", () => {
    const files = [{ path: "bakery.yaml", text: blockWith("yaml", "slug: bakery") }];
    const now = Date.UTC(2026, 10, 1);
    const { seeds, diagnostics } = loadSeeds({ files, now });
    expect(formatDiagnostics(diagnostics)).toBe("");
    expect(seeds && resolveSeeds(seeds).base.orderCount).toBe(31);
  });

  test("shows a scenario that loads over them", () => {
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

  test("names every embedded scenario", () => {
    for (const { name } of EMBEDDED.scenarios) expect(README).toContain(`\`${name}\``);
  });

  test("shows a slip as it is named", () => {
    const text =
      "keys:\n  - key: mst_bakery_read\n    merchant: bakery\n    scope: [catalog:read]\n";
    const files = [
      { path: "sandbox-seeds/keys.yaml", text },
      { path: "sandbox-seeds/merchants.yaml", text: "merchants:\n  - slug: bakery\n" },
    ];
    const { diagnostics } = loadSeeds({ files, now: 0 });
    expect(formatDiagnostics(diagnostics)).toStartWith(blockWith("text", "Did you mean").trimEnd());
  });

  test("shows the commands as the help does", async () => {
    const terminal = fakeTerminal();
    expect(await run(["--help"], terminal)).toBe(0);
    const commands = blockWith("text", "serve    Run").replace(/^/gm, "  ").trimEnd();
    expect(terminal.written.stdout).toContain(`Commands\n${commands}\n\n`);
  });

  test("shows a pull that writes seeds", async () => {
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

  test("shows what conform says of the sandbox", async () => {
    const command = blockWith("sh", "merchant-sandbox conform");
    const shown = BLOCKS[BLOCKS.findIndex(({ body }) => body === command) + 1]?.body;
    const words = command.replaceAll("http://127.0.0.1:4700", sandbox.baseUrl).replaceAll("'", "");
    const terminal = fakeTerminal();
    expect(await run(words.trim().split(" ").slice(1), terminal)).toBe(1);
    const said = normalize(terminal.written.stdout, sandbox);
    expect(said.replace(/ in \d\.\d s$/m, " in 0.0 s")).toBe(shown ?? "nothing");
  });

  test.each([
    ["bun", [process.execPath, "run", "-"]],
    ["node", ["node", "--input-type=module", "-"]],
    ["deno", [join(ROOT, "node_modules/.bin/deno"), "run", "--allow-all", "--no-prompt", "-"]],
  ])("shows a program that prints what it shows, under %s", async (_name, command) => {
    const index = BLOCKS.findIndex(({ language }) => language === "ts");
    const child = Bun.spawn(command, {
      cwd: ROOT,
      stdin: new Blob([BLOCKS[index]?.body ?? ""]),
      stderr: "inherit",
    });
    expect(await new Response(child.stdout).text()).toBe(BLOCKS[index + 1]?.body ?? "");
  });

  test("leads to headings and files that are there", async () => {
    const targets = [...README.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="([^"]+)"/g)].map(
      ([, link, source]) => link ?? source ?? "",
    );
    const headings = [...README.matchAll(/^#+ (.+)$/gm)].map(
      ([, title = ""]) =>
        `#${title
          .toLowerCase()
          .replace(/[^\w -]/g, "")
          .replaceAll(" ", "-")}`,
    );
    const [anchors, files] = [true, false].map((wanted) =>
      targets.filter((target) => target.startsWith("#") === wanted),
    );
    expect(anchors?.filter((anchor) => !headings.includes(anchor))).toEqual([]);
    const there = await Promise.all(
      files?.map((path) => Bun.file(join(ROOT, path)).exists()) ?? [],
    );
    expect(files?.filter((_, at) => !there[at])).toEqual([]);
  });

  test("opens with commands that package.json has", async () => {
    const shown = BLOCKS.filter(({ language }) => language === "sh").map(({ body }) => body.trim());
    expect(shown).toContain("npm ci && npm start");
    expect(shown).toContain("npm ci && npm test");
    const spawned = await spawnSandbox(["npm", "start", "--silent", "--prefix", ROOT, "--"]);
    const answer = await fetch(`${spawned.ready.hostedUrl}/_sandbox/health`);
    process.kill(spawned.ready.pid, "SIGTERM");
    await spawned.stop();
    expect(answer.status).toBe(200);
  });

  test("shows keys that answer as its table says", async () => {
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

  /** What ping, products, orders and a link of a book answer to a key. */
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

function blockWith(language: string, text: string): string {
  const block = BLOCKS.find((block) => block.language === language && block.body.includes(text));
  if (block === undefined) throw new Error(`the README has no ${language} block with ${text}`);
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
