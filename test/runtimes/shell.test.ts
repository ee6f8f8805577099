// The commands for a running sandbox, in every way in which the program is run: a session in a shell, and a log that is
// followed until it is stopped.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ping } from "../cli/commands/remote/sandbox.ts";
import { RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

setDefaultTimeout(60_000);

let server: Spawned;
beforeAll(async () => {
  server = await spawnSandbox(RUNTIMES.bun ?? [], ["--log", "off"]);
});
afterAll(() => server.stop());

describe.each(Object.entries(RUNTIMES))("a shell with %s", (name, command) => {
  const env = () => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SANDBOX_CONTROL_URL: server.ready.controlUrl,
  });

  function follow() {
    const child = Bun.spawn([...command, "requests", "--follow"], { env: env(), stderr: "pipe" });
    const reader = child.stdout.getReader();
    let isOver = false;
    /** Sends requests until something has happened. */
    const askUntil = async (happened: Promise<unknown>) => {
      isOver = false;
      void happened.then(() => {
        isOver = true;
      });
      while (!isOver) await ping(server.ready.baseUrl);
    };
    return { child, reader, askUntil };
  }

  test("has the variables of a world, and finds out why a request failed", async () => {
    const words = command.map((word) => `'${word}'`).join(" ");
    const script = `
      ms() { ${words} "$@"; }
      eval "$(ms env --world=of-${name})"
      ms clock freeze 2027-01-01T00:00:00Z
      ms key revoke "$SANDBOX_API_KEY" >/dev/null
      curl -s -o /dev/null -H "Authorization: Bearer $SANDBOX_API_KEY" "$SANDBOX_BASE_URL/api/v1/integration/ping"
      ms requests --status 4xx
      ms world drop "$SANDBOX_WORLD"`;
    const child = Bun.spawn(["sh", "-c", script], { env: env(), stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    expect([await child.exited, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      "2027-01-01T00:00:00.000Z  frozen",
      expect.stringContaining(`  401  GET   [of-${name}] /api/v1/integration/ping`),
      expect.stringMatching(/why: key mst_acme_full of acme .* is revoked/),
      `Dropped of-${name}`,
      "",
    ]);
  });

  test("follows requests until Ctrl-C, which is exit code 130", async () => {
    const { child, reader, askUntil } = follow();
    await askUntil(reader.read());
    child.kill("SIGINT");
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([130, ""]);
  });

  test("follows requests until nobody reads them, which is no failure", async () => {
    const { child, reader, askUntil } = follow();
    await askUntil(reader.read());
    await reader.cancel();
    await askUntil(child.exited);
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
  });
});
