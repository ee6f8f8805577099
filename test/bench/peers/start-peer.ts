// Starts a tool of the comparison, which says in its own way, or not at all, that it is ready.
import { firstAnswer } from "../first-answer.ts";
import { startSilently } from "../processes.ts";
import type { Server } from "../server.ts";

const PATIENCE_MS = 30_000;

/** Starts it, and waits for its first 200. Throws where it ends, or takes too long. */
export async function startPeer(
  command: readonly string[],
  { directory, port, path }: { directory: string; port: number; path: string },
): Promise<Server> {
  const child = startSilently(command, directory);
  const baseUrl = `http://127.0.0.1:${port}`;
  const end = async () => {
    child.kill("SIGKILL");
    await child.exited;
  };
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isAnswered(baseUrl, path))) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if (performance.now() > deadline) {
      await end();
      throw new Error(`GET ${path} got no 200 in ${PATIENCE_MS / 1_000} s`);
    }
    await Bun.sleep(1);
  }
  return { pid: child.pid, baseUrl, controlUrl: "", apiKey: "", [Symbol.asyncDispose]: end };
}

/** A port that is free now. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  listener.stop(true);
  return listener.port;
}

const isAnswered = (baseUrl: string, path: string) =>
  firstAnswer(baseUrl, path).then(
    () => true,
    () => false,
  );
