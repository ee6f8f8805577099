// Why `serve` does not start: what it says, its exit code, and that it leaves no port open.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { readServeOptions } from "../../src/cli/commands/serve/options.ts";
import { explainStart } from "../../src/cli/commands/serve/run.ts";
import { run } from "../../src/cli/run.ts";
import { ListenError } from "../../src/runtime/listen.ts";
import { fakeTerminal } from "./fake-terminal.ts";
import { canListenOn, freePort } from "./ports.ts";
import { serve } from "./serving.ts";
import { seedsWithKeys, temporaryDirectory } from "./temporary-directory.ts";

describe("a taken port", () => {
  test("of the API is an error that names --port, and the hosted one stays free", async () => {
    using taken = takePort();
    const hostedPort = freePort();
    const result = await runServe("--port", `${taken.port}`, "--hosted-port", `${hostedPort}`);
    expect(result).toEqual({ code: 1, stdout: "", stderr: takenMessage(taken.port, "--port") });
    expect(canListenOn("127.0.0.1", hostedPort)).toBe(true);
  });

  test("of the hosted pages is an error that names --hosted-port, and the API's is freed", async () => {
    using taken = takePort();
    const port = freePort();
    const result = await runServe("--port", `${port}`, "--hosted-port", `${taken.port}`);
    const stderr = takenMessage(taken.port, "--hosted-port");
    expect(result).toEqual({ code: 1, stdout: "", stderr });
    expect(canListenOn("127.0.0.1", port)).toBe(true);
  });

  test("that came from a variable is explained in the same way", async () => {
    using taken = takePort();
    const env = { MERCHANT_SANDBOX_PORT: `${taken.port}`, MERCHANT_SANDBOX_HOSTED_PORT: "0" };
    const terminal = fakeTerminal({ env });
    expect(await run([], terminal)).toBe(1);
    expect(terminal.written.stderr).toBe(takenMessage(taken.port, "--port"));
  });
});

describe("a host that can't be had", () => {
  test("is an error that names --host", async () => {
    // RFC 5737 keeps this address for documents: no machine has it.
    expect(await runServe("--port", "0", "--hosted-port", "0", "--host", "192.0.2.1")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "merchant-sandbox: Cannot listen on 192.0.2.1: this machine has no such address.\n" +
        "  Choose another address with --host.\n",
    });
  });
});

describe("a scenario that does not exist", () => {
  test("is an error that names --scenario and the nearest right spelling", async () => {
    const flags = ["--port", "0", "--hosted-port", "0", "--scenario", "revokd-key"];
    expect(await runServe(...flags)).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "merchant-sandbox: Cannot apply --scenario: " +
        'There is no scenario called "revokd-key". Did you mean `revoked-key`?\n',
    });
  });
});

describe("a scenario file", () => {
  const OTHER = "keys: [{ key: mst_acme_full, status: revoked }]\n";

  test("is suggested for a name that no scenario has", async () => {
    await using directory = await temporaryDirectory({ "half.yaml": OTHER });
    const main = join(import.meta.dir, "../../src/main.ts");
    const { stderr } = Bun.spawnSync([process.execPath, main, "--scenario", "half", "--port=0"], {
      cwd: directory.path,
    });
    expect(stderr.toString()).toBe(
      'merchant-sandbox: Cannot apply --scenario: There is no scenario called "half" in the seeds. ' +
        "Did you mean the file ./half.yaml?\n",
    );
  });

  test("replaces the scenario of the same name", async () => {
    await using directory = await temporaryDirectory({ "slow.yaml": OTHER });
    const file = join(directory.path, "slow.yaml");
    await using serving = await serve(["--scenario", file]);
    expect((await serving.get("ping", "mst_acme_full")).status).toBe(401);
  });
});

describe("a port that the user may not open", () => {
  test.each([
    [80, "--port"],
    [81, "--hosted-port"],
  ])("%d is an error that names %s", (port, flag) => {
    const options = readServeOptions(["--port", "80", "--hosted-port", "81"], {});
    expect(explainStart(new ListenError("EACCES", "127.0.0.1", port), options)).toMatchObject({
      message: `Permission denied for port ${port} of 127.0.0.1.\n  Choose a port above 1023 with ${flag}.`,
    });
  });
});

describe("--seeds", () => {
  test("takes a directory, all of its files", async () => {
    await using directory = await temporaryDirectory({
      "merchants.yaml": "merchants: [{ slug: acme }]\n",
      "keys.yml": "keys: [{ key: mst_of_mine, merchant: acme }]\n",
    });
    await using serving = await serve(["--seeds", directory.path]);
    expect((await serving.get("ping", "mst_of_mine")).status).toBe(200);
    expect((await serving.get("ping", "mst_acme_full")).status).toBe(401);
  });

  test("takes a single file", async () => {
    await using directory = await temporaryDirectory({ "one.yaml": seedsWithKeys("mst_of_mine") });
    await using serving = await serve(["--seeds", join(directory.path, "one.yaml")]);
    expect((await serving.get("ping", "mst_of_mine")).status).toBe(200);
  });

  test("that do not exist are an error", async () => {
    expect(await runSeeds("./no-such-seeds")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "merchant-sandbox: Cannot serve the seeds.\n\n" +
        "./no-such-seeds error: there is no such file or directory [no-seeds]\n" +
        "  Check the spelling of the path.\n\n" +
        "1 error\n",
    });
  });

  test("with mistakes are an error that shows each with its place", async () => {
    const text =
      "keys:\n  - key: mst_acme_full\n    merchant: nobody\n    scope: []\n  - key: short\n";
    await using directory = await temporaryDirectory({ "keys.yaml": text });
    const { code, stdout, stderr } = await runSeeds(join(directory.path, "keys.yaml"));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toStartWith("merchant-sandbox: Cannot serve the seeds.\n\n");
    for (const place of ["4:5", "5:5", "5:10"]) {
      expect(stderr).toContain(`${directory.path}/keys.yaml:${place} error: `);
    }
    expect(stderr).toMatch(/\n\n[3-9] errors\n$/);
  });
});

async function runServe(...flags: readonly string[]) {
  const terminal = fakeTerminal();
  const code = await run(flags, terminal);
  return { code, ...terminal.written };
}

const runSeeds = (path: string) => runServe("--port", "0", "--hosted-port", "0", "--seeds", path);

function takePort() {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  return { port: server.port, [Symbol.dispose]: () => void server.stop(true) };
}

const takenMessage = (port: number | undefined, flag: string) =>
  `merchant-sandbox: Port ${port} of 127.0.0.1 is already in use.\n` +
  `  Stop the program that uses it, or choose another port with ${flag} (0 for any free port).\n`;
