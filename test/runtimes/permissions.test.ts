// What each command may do under Deno, as docs/deno.md lists it: each permission is enough with the others, and a
// missing one is a message for the user.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type TemporaryDirectory, temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(60_000);

const ROOT = join(import.meta.dir, "../..");
const DENO = RUNTIMES.deno?.[0] ?? "";
const PAGE = await Bun.file(join(ROOT, "docs/deno.md")).text();
const ROWS = [...PAGE.matchAll(/^\| `(.+?)` \| (.+) \|$/gm)].map(
  ([, command = "", cell = ""]) =>
    [command, [...cell.matchAll(/`(.+?)`/g)].map(([, flag = ""]) => flag)] as const,
);

describe("under Deno", () => {
  let server: Spawned;
  let directory: TemporaryDirectory;

  beforeAll(async () => {
    server = await spawnSandbox(RUNTIMES.bun ?? [], ["--log", "json"]);
    directory = await temporaryDirectory();
    await cp(join(ROOT, "seeds"), join(directory.path, "SEEDS"), { recursive: true });
  });
  afterAll(async () => {
    await server.stop();
    await directory[Symbol.asyncDispose]();
  });

  /** Runs a command, and stops it once it is ready if it goes on. */
  async function run(command: string, flags: readonly string[]) {
    const { baseUrl, controlUrl, apiKey } = server.ready;
    const url = /^(?:wait|world)/.test(command) ? controlUrl : baseUrl;
    const out = `out-${crypto.randomUUID()}`;
    const fill = (word: string) =>
      word
        .replace("URL", url)
        .replace("HOST", new URL(url).host)
        .replace("KEY", apiKey)
        .replace("OUT", out);
    const words = command.split(" ").map(fill);
    const serving = words[0] === "serve" ? ["--port", "0", "--log", "json"] : [];
    const child = Bun.spawn(
      [DENO, "run", "--no-prompt", ...flags.map(fill), join(ROOT, "src/main.ts"), ...words].concat(
        serving,
      ),
      {
        cwd: directory.path,
        env: { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
        stdout: "pipe",
        stderr: "pipe",
      },
    );
    if (serving.length > 0) {
      await child.stdout.getReader().read();
      child.kill();
    }
    const stderr = await new Response(child.stderr).text();
    return { code: await child.exited, stderr };
  }

  test("every command has a line", () => {
    expect(ROWS.map(([command]) => command.split(" ")[0])).toEqual([
      ...[
        "serve",
        "serve",
        "serve",
        "exec",
        "check",
        "init",
        "schema",
        "openapi",
        "conform",
        "pull",
        "wait",
        "world",
      ],
    ]);
  });

  test.each(ROWS)("`%s` runs with its permissions", async (command, flags) => {
    expect(await run(command, flags)).toMatchObject({ code: 0 });
  });

  test.each(
    ROWS.flatMap(([command, flags]) =>
      flags.map((flag) => [command, flag, flags.filter((other) => other !== flag)] as const),
    ),
  )("`%s` without %s names the permission that it needs", async (command, flag, others) => {
    const { code, stderr } = await run(command, others);
    const [, kind = ""] = /^--allow-(\w+)/.exec(flag) ?? [];
    expect(stderr).toContain(`Requires ${kind} access to `);
    expect(stderr).not.toContain("a bug");
    expect(code).not.toBe(0);
  });
});
