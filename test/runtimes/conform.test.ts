// `conform` as its users run it, each runtime as a process of its own, against the executable sandbox.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rm } from "node:fs/promises";
import { CHECKS } from "../../src/conform/checks.ts";
import { freePort } from "../cli/ports.ts";
import { copySeeds, RUNTIMES, type Spawned, spawnSandbox } from "../support/spawn-sandbox.ts";

const KEY = { MERCHANT_SANDBOX_KEY: "mst_acme_full" };
const ALL_KEYS = {
  ...KEY,
  MERCHANT_SANDBOX_READ_ONLY_KEY: "mst_acme_readonly",
  MERCHANT_SANDBOX_LINKS_ONLY_KEY: "mst_acme_links",
  MERCHANT_SANDBOX_NO_SCOPE_KEY: "mst_acme_noscope",
  MERCHANT_SANDBOX_EXPIRED_KEY: "mst_acme_expired",
  MERCHANT_SANDBOX_REVOKED_KEY: "mst_acme_revoked",
  MERCHANT_SANDBOX_NO_ACCESS_KEY: "mst_acme_noaccess",
  MERCHANT_SANDBOX_LIMITED_KEY: "mst_acme_limited",
  MERCHANT_SANDBOX_OTHER_MERCHANT_KEY: "mst_ember_full",
};

const DOCUMENT = CHECKS.filter(({ section }) => section !== undefined);
const WITH_ONE_KEY = DOCUMENT.filter(({ needs = [] }) => needs.length === 0);

let seeds: string;
let sandbox: Spawned;

beforeAll(async () => {
  // Why: a rate limit for every key would have the runs wait.
  seeds = await copySeeds("settings:\n  rateLimit: off\n");
  sandbox = await spawnSandbox(RUNTIMES.executable ?? [], ["--log", "off", "--seeds", seeds]);
});

afterAll(async () => {
  await sandbox.stop();
  await rm(seeds, { recursive: true, force: true });
});

describe.each(Object.entries(RUNTIMES))("conform under %s", (_name, command) => {
  test("checks the sandbox against the specification with one key", async () => {
    const [held, skipped] = [WITH_ONE_KEY.length, DOCUMENT.length - WITH_ONE_KEY.length];
    const { exitCode, stdout, stderr } = await conform(["--base-url", sandbox.ready.baseUrl], KEY);
    expect(stdout).toContain(`\nthe specification: ${held} held, 0 failed, ${skipped} skipped\n`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  test("checks everything with all keys", async () => {
    const { baseUrl, hostedUrl } = sandbox.ready;
    const addresses = ["--base-url", baseUrl, "--hosted-url", hostedUrl];
    const flags = [...addresses, "--sandbox-choices", "--allow-rate-limit", "--format", "json"];
    const { exitCode, stdout, stderr } = await conform(flags, ALL_KEYS);
    const { document, sandbox: choices } = JSON.parse(stdout);
    expect({ document, choices }).toEqual({
      document: { held: DOCUMENT.length, failed: 0, skipped: 0 },
      choices: { held: CHECKS.length - DOCUMENT.length, failed: 0, skipped: 0 },
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  });

  test("reports that nothing listens", async () => {
    const url = `http://127.0.0.1:${freePort()}`;
    const { exitCode, stdout, stderr } = await conform(["--base-url", url], KEY);
    expect(stderr).toStartWith(
      `merchant-sandbox: Cannot reach a server at ${url}: nothing listens there.\n`,
    );
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
  });

  test("reports that no response comes in time", async () => {
    using server = silent();
    const flags = ["--base-url", server.url, "--timeout", "100ms"];
    const { exitCode, stderr } = await conform(flags, KEY);
    expect(stderr).toBe(
      `merchant-sandbox: Cannot check ${server.url}: expected a response to GET /api/v1/integration/ping within 0.1 s, received none.\n`,
    );
    expect(exitCode).toBe(1);
  });

  test("reports a redirect and does not follow it", async () => {
    using server = answering(() => Response.redirect(`${sandbox.ready.baseUrl}/elsewhere`, 307));
    const { exitCode, stderr } = await conform(["--base-url", server.url], KEY);
    expect(stderr).toStartWith(
      `merchant-sandbox: ${server.url} redirects to ${sandbox.ready.baseUrl}/elsewhere.\n`,
    );
    expect(exitCode).toBe(1);
  });

  test("prints a summary if it is interrupted", async () => {
    using server = silent();
    const child = start(["--base-url", server.url], KEY);
    await server.asked;
    child.kill("SIGINT");
    expect(await child.exited).toBe(130);
    expect(await new Response(child.stdout).text()).toEndWith(
      `stopped early: ${DOCUMENT.length} checks did not run\n`,
    );
  });

  async function conform(flags: readonly string[], env: Readonly<Record<string, string>>) {
    const child = start(flags, env);
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    return { stdout, stderr, exitCode };
  }

  function start(flags: readonly string[], env: Readonly<Record<string, string>>) {
    const { PATH, HOME } = process.env;
    return Bun.spawn([...command, "conform", ...flags], {
      env: { PATH, HOME, ...env },
      stdout: "pipe",
      stderr: "pipe",
    });
  }
});

/** A server that takes requests, and never answers one. */
function silent() {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const server = answering(() => {
    resolve();
    return new Promise(() => {});
  });
  return { ...server, asked };
}

function answering(fetch: () => Response | Promise<Response>) {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch, idleTimeout: 0 });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.dispose]: () => void server.stop(true),
  };
}
