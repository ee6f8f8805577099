// Runs listen-fixture.ts on a runtime and speaks to it: by lines over its stdin and stdout, and by
// bytes over its port.
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dir, "../..");
const FIXTURE = join(import.meta.dir, "listen-fixture.ts");
const DENO = join(ROOT, "node_modules/.bin/deno");

export type RuntimeName = "bun" | "deno" | "node";

/** The fixture in a form that each runtime runs. */
export interface Build {
  command(runtime: RuntimeName): string[];
  remove(): Promise<void>;
}

/** Builds the fixture for Node, which cannot run it as it is. */
export async function buildFixture(): Promise<Build> {
  const outdir = await mkdtemp(join(tmpdir(), "merchant-sandbox-listen-"));
  const { success } = await Bun.build({
    entrypoints: [FIXTURE],
    outdir,
    target: "node",
    naming: "fixture.mjs",
  });
  if (!success) throw new Error("the fixture cannot be built for Node");
  const commands: Record<RuntimeName, string[]> = {
    bun: [process.execPath, FIXTURE],
    deno: [DENO, "run", "--allow-all", "--no-check", "--no-lock", FIXTURE],
    node: ["node", join(outdir, "fixture.mjs")],
  };
  return {
    command: (runtime) => commands[runtime],
    remove: () => rm(outdir, { recursive: true }),
  };
}

export interface Server {
  readonly port: number;
  /** Sends a command line. */
  say(line: string): void;
  /** Awaits the next report that has this key, and returns its value. */
  hear(key: string): Promise<unknown>;
  /** Ends the process; returns what it printed besides the reports that were heard. */
  end(): Promise<{ unheard: unknown[]; stderr: string }>;
}

/** Starts the fixture and awaits its port. */
export async function startServer(command: string[]): Promise<Server> {
  const child = Bun.spawn(command, {
    cwd: ROOT,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1" },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = new Response(child.stderr).text();
  const unheard: Record<string, unknown>[] = [];
  let wake = () => {};
  let over = false;
  const reading = (async () => {
    for await (const line of linesOf(child.stdout)) {
      // Why: what is no report is printed by the runtime, and the tests are to see it.
      unheard.push(line.startsWith("{") ? JSON.parse(line) : { printed: line });
      wake();
    }
    over = true;
    wake();
  })();

  async function hear(key: string): Promise<unknown> {
    for (;;) {
      const index = unheard.findIndex((report) => key in report);
      if (index >= 0) return unheard.splice(index, 1)[0]?.[key];
      if (over) throw new Error(`ended without a report of ${key}:\n${await stderr}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  return {
    port: Number(await hear("port")),
    hear,
    say(line) {
      child.stdin.write(`${line}\n`);
      child.stdin.flush();
    },
    async end() {
      await child.stdin.end();
      await child.exited;
      await reading;
      return { unheard, stderr: await stderr };
    },
  };
}

/** A connection of our own, and what came over it. */
export interface Wire {
  readonly socket: Socket;
  /** All text so far. */
  received(): string;
  /** Awaits more text, or the end of the connection. */
  more(): Promise<unknown>;
  /** Awaits a text, or the end of the connection, and returns all text so far. */
  until(text: string): Promise<string>;
  /** Awaits the end of the connection, be it by either side, and returns all text. */
  ended(): Promise<string>;
}

/** Connects and sends bytes as they are. */
export function openWire(port: number, bytes = ""): Promise<Wire> {
  let received = "";
  const socket = connect(port, "127.0.0.1");
  // Why: a reset ends a connection as well as a proper end; "close" follows both.
  socket.on("error", () => {});
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const wire: Wire = {
    socket,
    received: () => received,
    ended: () => closed.then(() => received),
    more: () => Promise.race([closed, new Promise((resolve) => socket.once("data", resolve))]),
    async until(text) {
      while (!received.includes(text) && !socket.destroyed) await wire.more();
      return received;
    },
  };
  return new Promise((resolve, reject) => {
    socket.once("connect", () => {
      socket.write(bytes, "latin1");
      resolve(wire);
    });
    socket.once("error", reject);
  });
}

/** The head of a request; a blank line is still to come. */
export function get(path: string, headers = "Host: localhost\r\n"): string {
  return `GET ${path} HTTP/1.1\r\n${headers}`;
}

/** Ends the head of a request that is the last on its connection. */
export const last = "Connection: close\r\n\r\n";

export function statusOf(response: string): number {
  return Number(response.split(" ")[1]);
}

export function bodyOf(response: string): string {
  return response.slice(response.indexOf("\r\n\r\n") + 4);
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
