// The program sends nothing anywhere: no telemetry, no look for updates, nothing at all. It runs where the kernel ends
// whoever calls out, and every command that names no server does its work there.
import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { temporaryDirectory } from "../cli/temporary-directory.ts";
import { RUNTIMES, spawnSandbox } from "../support/spawn-sandbox.ts";
import { CAN_CUT_OFF, CUT_OFF, KILLED_BY } from "../support/without-network.ts";

const SEEDS = join(import.meta.dir, "../../seeds");
/** What this machine is called by others. */
const ADDRESSES = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ family, internal }) => family === "IPv4" && !internal)
  .map(({ address }) => address);

const onLinux = describe.skipIf(!CAN_CUT_OFF);

onLinux.each(["executable", "node"])("under %s", (runtime) => {
  const program = [...CUT_OFF, ...(RUNTIMES[runtime] ?? [])];

  test.each([
    ["--version", 0],
    ["--help", 0],
    ["check", 2],
    ["init seeds", 0],
    [`check ${SEEDS}`, 0],
    ["schema", 0],
    ["openapi", 0],
    ["openapi --format yaml", 0],
    ["exec -- true", 0],
    [`exec --seeds ${SEEDS} -- false`, 1],
    ["nonsense", 2],
  ])("%s makes no network calls", async (words, code) => {
    await using directory = await temporaryDirectory();
    const child = Bun.spawn([...program, ...words.split(" ")], {
      cwd: directory.path,
      stdout: "ignore",
      stderr: "pipe",
    });
    const errors = await new Response(child.stderr).text();
    expect([await child.exited, child.signalCode], errors).toEqual([code, null]);
  });

  test("serve makes no network calls, whatever requests it gets", async () => {
    const { ready, stop } = await spawnSandbox(program);
    const { baseUrl, hostedUrl, controlUrl, apiKey } = ready;
    const headers = { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ productId: "a71a5000-0000-4000-8000-000000000001" });
    const asked: readonly (readonly [url: string, body?: string])[] = [
      [`${baseUrl}/api/v1/integration/ping`],
      [`${baseUrl}/api/v1/integration/products`],
      [`${baseUrl}/api/v1/integration/orders`],
      [`${baseUrl}/api/v1/integration/checkout-links`, body],
      ...["/", "/p/ATLAS-1", "/dashboard", "/docs", "/openapi.json", "/_sandbox/health"].map(
        (path) => [hostedUrl + path] as const,
      ),
      [`${controlUrl}/worlds`, '{"scenario":"flaky"}'],
      [`${controlUrl}/worlds/default/clock/advance`, '{"by":"91d"}'],
    ];
    const answers = asked.map(async ([url, body]) => {
      const method = body === undefined ? "GET" : "POST";
      return (await fetch(url, { method, headers, body: body ?? null })).ok;
    });
    expect(await Promise.all(answers)).toEqual(asked.map(() => true));
    expect((await stop()).exitCode).toBe(0);
  });

  test("serve listens only on 127.0.0.1", async () => {
    const { ready, stop } = await spawnSandbox(RUNTIMES[runtime] ?? []);
    const others = [ready.baseUrl, ready.hostedUrl].flatMap((url) =>
      ["127.0.0.2", "[::1]", ...ADDRESSES].map((host) => url.replace("127.0.0.1", host)),
    );
    const answers = await Promise.allSettled(others.map((url) => fetch(url)));
    await stop();
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => "rejected"));
  });
});

onLinux("whoever calls out is ended", () => {
  test.each([
    ["by an address", 'await fetch("http://127.0.0.1:9").catch(() => {})'],
    ["by a name", 'await fetch("http://merchant-sandbox.example").catch(() => {})'],
    ["in a datagram", 'require("node:dgram").createSocket("udp4").send("x", 9, "127.0.0.1")'],
  ])("%s", async (_name, script) => {
    const child = Bun.spawn([...CUT_OFF, process.execPath, "-e", script], { stderr: "ignore" });
    await child.exited;
    expect(child.signalCode).toBe(KILLED_BY);
  });
});
