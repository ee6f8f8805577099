// What `npm run build` writes, used as a stranger would: copied away from this checkout, into a
// directory whose own files must not matter.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { spawnSandbox } from "../support/spawn-sandbox.ts";

const DIST = join(import.meta.dir, "../../dist");

describe("the built program", () => {
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-built-"));
    await cp(DIST, directory, { recursive: true });
    // What would act on the program, if it were read.
    await writeFile(join(directory, ".env"), "MERCHANT_SANDBOX_LOG=nonsense\n");
    await writeFile(join(directory, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
    await writeFile(join(directory, "preload.ts"), "process.exit(99);\n");
  });

  afterAll(() => rm(directory, { recursive: true, force: true }));

  test.each([
    ["the executable", () => [join(directory, "merchant-sandbox")]],
    ["the JavaScript for Node", () => ["node", join(directory, "main.js")]],
  ])("%s carries its version and all that it needs", async (_name, command) => {
    const child = Bun.spawn([...command(), "--version"], { cwd: directory, env: {} });
    expect(await new Response(child.stdout).text()).toBe(`${manifest.version}\n`);

    const { ready, stop } = await spawnSandbox(command(), [], directory);
    const headers = { Authorization: `Bearer ${ready.apiKey}` };
    const response = await fetch(`${ready.baseUrl}/api/v1/integration/orders`, { headers });
    const orders: unknown = await response.json();
    const { exitCode } = await stop();
    expect({ status: response.status, orders }).toMatchObject({
      status: 200,
      orders: { length: 50 },
    });
    expect({ version: ready.version, exitCode }).toEqual({
      version: manifest.version,
      exitCode: 0,
    });
  });

  test("loads no YAML parser and no JSON Schema to start on the embedded seeds", async () => {
    const isParser = (text: string) => text.includes("YAMLParseError");
    const isConverter = (text: string) => text.includes("http://json-schema.org/draft-07");
    const serve = "cli/commands/serve/command.js";
    const loaded = [...(await loadedBy(serve, await loadedBy("main.js"))).values()];
    expect(loaded.length).toBeGreaterThan(5);
    expect(loaded.filter((text) => isParser(text) || isConverter(text))).toEqual([]);
    expect([...(await loadedBy("reload/worker.js")).values()].some(isParser)).toBe(true);
  });
});

/** The texts of a module of the build and of all that it can't start without. */
async function loadedBy(name: string, known = new Map<string, string>()) {
  if (known.has(name)) return known;
  const text = await readFile(join(DIST, name), "utf8");
  known.set(name, text);
  const { imports } = new Bun.Transpiler({ loader: "js" }).scan(text);
  for (const { kind, path } of imports) {
    if (kind === "import-statement" && path.startsWith(".")) {
      await loadedBy(posix.join(posix.dirname(name), path), known);
    }
  }
  return known;
}
