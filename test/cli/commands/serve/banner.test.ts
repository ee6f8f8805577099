// What `serve` says to a person once it is ready, against exact files.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { formatWarnings } from "../../../../src/cli/commands/serve/banner.ts";
import type { Diagnostic } from "../../../../src/seeds/diagnostics/diagnostic.ts";
import { canListenOn } from "../../ports.ts";
import { golden, normalise, type Serving, serve } from "../../serving.ts";
import { seedsWithKeys, temporaryDirectory } from "../../temporary-directory.ts";

const FROZEN = ["--now", "2026-10-17T09:00:00Z", "--freeze"];

describe("the banner", () => {
  test("shows the addresses, the embedded seeds, their keys and a line to paste", async () => {
    await using serving = await serve(["--log", "pretty"]);
    expect(normalise(serving.terminal.written.stderr, serving)).toBe(await golden("banner.txt"));
    expect(serving.terminal.written.stdout).toBe("");
  });

  test("is what a person at a terminal gets without asking", async () => {
    await using serving = await serve([], { interactive: true });
    expect(normalise(serving.terminal.written.stderr, serving)).toBe(await golden("banner.txt"));
  });

  test("shows a frozen clock, long keys that shift no other row, and how many keys are left out", async () => {
    const keys = Array.from({ length: 15 }, (_, n) => `mst_number_${n + 1}`);
    const long = `mst_${"long".repeat(63)}`;
    const text = await bannerFor(seedsWithKeys(long, ...keys), FROZEN);
    expect(text).toBe((await golden("banner-many-keys.txt")).replaceAll("LONG", long));
  });

  test("says which flag overrides every scenario", async () => {
    await using serving = await serve(["--log", "pretty", "--rate-limit", "off"]);
    const line = "  Flags      --rate-limit overrides the seeds and every scenario\n";
    expect(serving.terminal.written.stderr).toContain(line);
  });

  test("says so if there is no usable key", async () => {
    const text = await bannerFor("merchants:\n  - slug: acme\n");
    expect(text).toBe(await golden("banner-no-key.txt"));
  });

  test.each(["mst_acme_full", "it's'quoted'", 'a"b$HOME`id`\\n!*', "--data=x;exit-3"])(
    "shows a curl line that a shell runs and the API accepts, for the key %p",
    async (key) => {
      await using seeds = await temporaryDirectory({ "keys.yaml": seedsWithKeys(key) });
      await using serving = await serve(["--log", "pretty", "--seeds", seeds.path]);
      expect(await runCurlLine(serving)).toBe("200");
    },
  );

  test("shows a curl line that works over IPv6", async () => {
    if (!canListenOn("::1")) return;
    await using serving = await serve(["--log", "pretty", "--host", "::1"]);
    expect(serving.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(await runCurlLine(serving)).toBe("200");
  });

  test("quotes an address with a single quote in it", async () => {
    await using serving = await serve(["--log", "pretty", "--base-url", "http://it's.test"]);
    const { stderr } = serving.terminal.written;
    expect(stderr).toContain("'http://it'\\''s.test/api/v1/integration/ping'");
  });
});

describe("formatWarnings", () => {
  const file = { path: "keys.yaml", text: "keys: []\n" };
  const warning: Diagnostic = {
    severity: "warning",
    code: "bad-value",
    message: "merchant acme has no key",
    span: { file, start: 0, end: 4 },
  };

  test("prints nothing about valid seeds on this machine", () => {
    const loopback = ["127.0.0.1", "127.8.9.1", "127.1", "::1", "::ffff:127.0.0.1", "localhost"];
    for (const host of [undefined, ...loopback, "LOCALHOST"]) {
      expect(formatWarnings([], { host })).toBe("");
    }
  });

  test("shows warnings and a host that is reachable from other machines", async () => {
    expect(formatWarnings([warning], { host: "0.0.0.0" })).toBe(await golden("warnings.txt"));
  });

  test("asks for no token if one is given", () => {
    const options = { host: "0.0.0.0", "control-token": "abc" };
    expect(formatWarnings([], options)).toBe(
      "merchant-sandbox: warning: Other machines can reach 0.0.0.0. To listen on this machine only, start without --host.\n",
    );
  });

  test("prints JSON, one object per line, if the log is JSON", () => {
    const lines = formatWarnings([warning], { host: "0.0.0.0" }, "json").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "warning", message: expect.stringContaining("merchant acme has no key") },
      { event: "warning", message: expect.stringContaining("Other machines can reach 0.0.0.0") },
    ]);
  });
});

async function bannerFor(seeds: string, flags: readonly string[] = []): Promise<string> {
  await using directory = await temporaryDirectory({ "seeds.yaml": seeds });
  const path = join(directory.path, "seeds.yaml");
  await using serving = await serve(["--log", "pretty", "--seeds", path, ...flags]);
  return normalise(serving.terminal.written.stderr, serving).replaceAll(path, "seeds.yaml");
}

async function runCurlLine({ terminal }: Serving): Promise<string> {
  const line = /^ +(curl .*)$/m.exec(terminal.written.stderr)?.[1] ?? "";
  const child = Bun.spawn([
    "sh",
    "-c",
    `${line} --silent --output /dev/null --write-out '%{http_code}'`,
  ]);
  return new Response(child.stdout).text();
}
