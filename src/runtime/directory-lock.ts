// Lets one process at a time use a directory. The lock is a file with a port of this machine that the process listens
// on. Nobody listens on it after the process has ended, however it ended.
import { randomUUID } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import { StateError } from "./state-error.ts";

export const LOCK_FILE = "lock";

interface Lock {
  release(): void;
}

const LockSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    /** What the process sends to whoever connects, because another one may have taken the port. */
    id: v.string(),
  }),
);

const WRITING_MS = 200;

/** How long to wait for a process that does not respond. */
const MOST_WAIT_MS = 2_000;

/** Locks a directory. Throws `StateError` if another process has locked it. */
export async function lockDirectory(directory: string): Promise<Lock> {
  const path = `${directory}/${LOCK_FILE}`;
  const id = randomUUID();
  const server = createServer((socket) =>
    socket
      .on("error", () => {})
      .resume()
      .end(id),
  );
  const port = await listen(server);
  const text = JSON.stringify({ port, id });
  try {
    while (!create(path, text)) {
      const found = read(path);
      if (await isHeld(found)) throw new StateError(explain(directory), true);
      remove(path, found);
    }
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    release() {
      server.close();
      if (read(path) !== text) return;
      try {
        rmSync(path);
      } catch {
        // Why: nobody listens on its port, so it locks nothing.
      }
    },
  };
}

function listen(server: Server): Promise<number> {
  // Why: a process must not stay alive for its lock.
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address.port);
    });
  });
}

/** Creates the file. Returns false if it exists. */
function create(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: "wx" });
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Removes a file with this text. */
function remove(path: string, text: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    // Why: another process that is starting may have replaced it meanwhile.
    if (read(aside) === text) rmSync(aside);
    else renameSync(aside, path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;

/** Whether the process that created a file with this text is running. */
async function isHeld(text: string): Promise<boolean> {
  const { success, output } = v.safeParse(LockSchema, text);
  if (success) return isSent(output);
  // Why: a process that has just created the file still writes it.
  await setTimeout(WRITING_MS);
  return false;
}

function isSent({ port, id }: v.InferOutput<typeof LockSchema>): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    let received = "";
    const end = (isHolder: boolean) => {
      socket.destroy();
      resolve(isHolder);
    };
    socket.setEncoding("utf8");
    // Why: a server of HTTP or TLS that has taken the port says nothing until it receives something, such as this.
    socket.write("Whose directory is it?\r\n\r\n");
    // Why: a process that was suspended sends nothing, and goes on later.
    socket.setTimeout(MOST_WAIT_MS, () => end(true));
    socket.on("data", (text) => {
      received += text;
      if (received.length >= id.length) end(received === id);
    });
    socket.once("end", () => end(false));
    socket.once("error", () => end(false));
  });
}

const explain = (directory: string) =>
  `The directory ${directory} is used by another sandbox that is running. Stop it, or use another directory.`;
