// The program as a process: signals, streams that close early, and the directory it starts in.
import { describe, expect, test } from "bun:test";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { endProcess } from "../support/spawn-exec.ts";
import { type Connection, openConnection, requestText } from "./connection.ts";
import { seedsWithKeys, temporaryDirectory } from "./temporary-directory.ts";

const MAIN = join(import.meta.dir, "../../src/main.ts");
const PING = requestText("GET /api/v1/integration/ping");
const BODY = '{"productId":"a71a5000-0000-4000-8000-000000000001"}';
const HALF_A_POST =
  requestText("POST /api/v1/integration/checkout-links", [
    "Content-Type: application/json",
    `Content-Length: ${BODY.length}`,
  ]) + BODY.slice(0, 10);

describe.each(["SIGINT", "SIGTERM"] as const)("%s", (signal) => {
  test("stops the program with code 0, connections that idle or never spoke", async () => {
    await using program = await start();
    const idle = await idleConnection(program.baseUrl);
    await openConnection(program.baseUrl);
    program.child.kill(signal);
    expect(await program.child.exited).toBe(0);
    await idle.closed;
  });

  test("completes a request in flight first", async () => {
    await using program = await start();
    const idle = await idleConnection(program.baseUrl);
    const busy = await busyConnection(program.baseUrl);
    program.child.kill(signal);
    await idle.closed;
    await busy.send(BODY.slice(10));
    expect(await busy.until("checkoutUrl")).toStartWith("HTTP/1.1 201 Created");
    expect(await program.child.exited).toBe(0);
  });

  test("ends the program at once when it comes a second time", async () => {
    await using directory = await temporaryDirectory();
    const readyFile = join(directory.path, "ready.json");
    await using program = await start(["--ready-file", readyFile]);
    const idle = await idleConnection(program.baseUrl);
    const busy = await busyConnection(program.baseUrl);
    program.child.kill(signal);
    await idle.closed;
    program.child.kill(signal);
    expect(await program.child.exited).toBe(signal === "SIGINT" ? 130 : 143);
    expect(await busy.closed).toBe("");
    expect(existsSync(readyFile)).toBe(false);
  });
});

describe("npm start", () => {
  test("passes on the signal that ends it, and leaves no process running", async () => {
    const line = ["npm", "start", "--silent", "--", "--port", "0", "--log", "json"];
    const cwd = join(import.meta.dir, "../..");
    await using npm = Bun.spawn(line, { cwd, stdout: "pipe", stderr: "pipe" });
    const { value } = await npm.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
    const { pid, baseUrl } = JSON.parse(value ?? "");
    npm.kill("SIGTERM");
    await npm.exited;
    try {
      await expect(fetch(baseUrl)).rejects.toThrow();
    } finally {
      endProcess(pid);
    }
  });
});

describe("the program", () => {
  test("serves the embedded seeds in an empty directory", async () => {
    await using program = await start();
    expect(await statusFor(program.baseUrl, "mst_acme_full")).toBe(200);
  });

  test("serves ./sandbox-seeds if there is one", async () => {
    const files = { "sandbox-seeds/all.yaml": seedsWithKeys("mst_of_mine") };
    await using program = await start([], files);
    expect(await statusFor(program.baseUrl, "mst_of_mine")).toBe(200);
  });

  test("ignores ./seeds, which may be another program's", async () => {
    await using program = await start([], { "seeds/all.yaml": "not: ours\n" });
    expect(await statusFor(program.baseUrl, "mst_acme_full")).toBe(200);
  });

  test("names the mistakes of ./sandbox-seeds and ends with code 1", async () => {
    await using directory = await temporaryDirectory({ "sandbox-seeds/all.yaml": "kyes: []\n" });
    await using child = spawn(directory.path, []);
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toContain("sandbox-seeds/all.yaml:1:1 error: ");
  });

  test("ends with code 2 on wrong usage, and 0 after its help", async () => {
    await using directory = await temporaryDirectory();
    await using wrong = spawn(directory.path, ["--prot", "1"]);
    await using help = spawn(directory.path, ["--help"]);
    expect([await wrong.exited, await help.exited]).toEqual([2, 0]);
    expect(await new Response(wrong.stdout).text()).toBe("");
    expect(await new Response(help.stderr).text()).toBe("");
  });

  test("ends with code 1 if another one has the port, and takes no requests from it", async () => {
    await using first = await start();
    const { port } = new URL(first.baseUrl);
    await using directory = await temporaryDirectory();
    await using second = spawn(directory.path, ["--port", port]);
    expect(await second.exited).toBe(1);
    expect(await new Response(second.stderr).text()).toContain(
      `Port ${port} of 127.0.0.1 is already in use.`,
    );
    expect(await statusFor(first.baseUrl, "mst_acme_full")).toBe(200);
  });

  test("goes on if nobody reads its stdout and stderr any more", async () => {
    await using program = await start();
    await Promise.all([program.child.stdout.cancel(), program.child.stderr.cancel()]);
    for (let n = 0; n < 3; n++) {
      expect(await statusFor(program.baseUrl, "mst_acme_full")).toBe(200);
    }
    program.child.kill("SIGTERM");
    expect(await program.child.exited).toBe(0);
  });

  test("goes on if its stdout was closed before it was ready", async () => {
    await using directory = await temporaryDirectory();
    const ready = appearance(directory.path, "ready.json");
    await using child = spawn(directory.path, ["--ready-file", "ready.json"]);
    await child.stdout.cancel();
    await ready;
    const { baseUrl } = await Bun.file(join(directory.path, "ready.json")).json();
    expect(await statusFor(baseUrl, "mst_acme_full")).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  });
});

interface Program extends AsyncDisposable {
  readonly child: ReturnType<typeof spawn>;
  readonly baseUrl: string;
}

/** Starts the program on free ports, in a directory with just these files, once it says it is ready. */
async function start(
  flags: readonly string[] = [],
  files: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const directory = await temporaryDirectory(files);
  const child = spawn(directory.path, flags);
  const { baseUrl } = JSON.parse(await firstLine(child.stdout));
  return {
    child,
    baseUrl,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await child.exited;
      await directory[Symbol.asyncDispose]();
    },
  };
}

function spawn(cwd: string, flags: readonly string[]) {
  const ports = ["--port", "0", "--hosted-port", "0"];
  return Bun.spawn([process.execPath, MAIN, ...ports, ...flags], {
    cwd,
    env: { PATH: process.env.PATH },
    stdout: "pipe",
    stderr: "pipe",
  });
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (!text.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`ended after ${JSON.stringify(text)}`);
    text += decoder.decode(value, { stream: true });
  }
  reader.releaseLock();
  return text;
}

/** Resolves once a file of this name is in the directory. */
function appearance(directory: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(directory, () => {
      if (!existsSync(join(directory, name))) return;
      watcher.close();
      resolve();
    });
  });
}

async function statusFor(baseUrl: string, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` };
  return (await fetch(`${baseUrl}/api/v1/integration/ping`, { headers })).status;
}

/** A connection that has had its answer and is kept open. */
async function idleConnection(baseUrl: string): Promise<Connection> {
  const connection = await openConnection(baseUrl);
  await connection.send(PING);
  await connection.until("liveEnabled");
  return connection;
}

/** A connection whose request has reached the program and is not finished yet. */
async function busyConnection(baseUrl: string): Promise<Connection> {
  const connection = await openConnection(baseUrl);
  await connection.send(HALF_A_POST);
  // Why: what was sent later is answered, so the program has read what was sent before.
  await idleConnection(baseUrl);
  return connection;
}
