// Starts a sandbox as its users do, as a process of its own, and waits for the line that says it is
// ready.
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";

const ROOT = join(import.meta.dir, "../..");
const BIN = join(ROOT, "node_modules/.bin");

/** How each runtime runs the program. The built ones need `npm run build` before. */
export const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  bun: [process.execPath, join(ROOT, "src/main.ts")],
  node: ["node", join(ROOT, "dist/main.js")],
  deno: [join(BIN, "deno"), "run", "--allow-all", "--no-prompt", join(ROOT, "src/main.ts")],
  executable: [join(ROOT, "dist/merchant-sandbox")],
};

const ReadySchema = v.strictObject({
  event: v.literal("ready"),
  version: v.string(),
  baseUrl: v.string(),
  hostedUrl: v.string(),
  controlUrl: v.string(),
  apiKey: v.string(),
  merchantId: v.string(),
  pid: v.number(),
  startupMs: v.number(),
});

export interface Spawned {
  readonly ready: v.InferOutput<typeof ReadySchema>;
  /** Waits until stderr has so many lines of an event, and reads them. */
  events(event: string, count: number): Promise<Record<string, unknown>[]>;
  /** Stops it as a terminal does, and tells its exit code and what it wrote to stderr. */
  stop(signal?: NodeJS.Signals): Promise<{ exitCode: number; stderr: string }>;
}

/** Starts a sandbox on free ports, in a directory that may be given, with hardly an environment. */
export async function spawnSandbox(
  command: readonly string[],
  flags: readonly string[] = [],
  cwd = tmpdir(),
): Promise<Spawned> {
  const child = Bun.spawn([...command, "--port", "0", "--hosted-port", "0", ...flags], {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdout: "pipe",
    stderr: "pipe",
  });
  const stderr = follow(child.stderr);
  const line = await firstLine(child.stdout);
  if (line === "") throw new Error(`${command.join(" ")} did not start:\n${await stderr.whole}`);
  return {
    ready: v.parse(ReadySchema, JSON.parse(line)),
    events: async (event, count) => {
      for (;;) {
        const lines = stderr.text().split("\n").slice(0, -1);
        const found = lines
          .map((text) => JSON.parse(text))
          .filter((entry) => entry.event === event);
        if (found.length >= count) return found;
        await stderr.more();
      }
    },
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      const exitCode = await child.exited;
      return { exitCode, stderr: await stderr.whole };
    },
  };
}

/** Copies the embedded seeds to a directory of their own, with other settings. */
export async function copySeeds(settings: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "merchant-sandbox-seeds-"));
  await cp(join(ROOT, "seeds"), directory, { recursive: true });
  await writeFile(join(directory, "settings.yaml"), settings);
  return directory;
}

/** Reads a stream as it comes: what there is so far, a promise of more, and all of it. */
function follow(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let text = "";
  let next = Promise.withResolvers<void>();
  const read = async () => {
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      next.resolve();
      next = Promise.withResolvers();
    }
    next.reject(new Error(`the process ended:\n${text}`));
    next.promise.catch(() => {});
    return text;
  };
  return { whole: read(), text: () => text, more: () => next.promise };
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0] ?? "";
}
