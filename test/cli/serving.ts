// Runs `serve` in this process on free ports, from the first line it writes to its exit code.
import { run } from "../../src/cli/run.ts";
import { VERSION } from "../../src/version.ts";
import { type FakeTerminal, type FakeTerminalOptions, fakeTerminal } from "./fake-terminal.ts";

export interface Serving extends AsyncDisposable {
  readonly terminal: FakeTerminal;
  readonly baseUrl: string;
  readonly hostedUrl: string;
  /** Fetches a path of the API with a key. */
  get(path: string, key?: string): Promise<Response>;
  /** Stops it and tells the exit code. */
  stop(): Promise<number>;
}

/** Serves until it is stopped or goes out of scope. Rejects with what it says where it can't start. */
export async function serve(
  flags: readonly string[] = [],
  options: FakeTerminalOptions = {},
): Promise<Serving> {
  const announced = Promise.withResolvers<void>();
  const terminal = fakeTerminal({
    ...options,
    onWrite: (stream, text) => {
      options.onWrite?.(stream, text);
      if (stream === "stdout" || text.includes("  API  ")) announced.resolve();
    },
  });
  const exitCode = run(["--port", "0", "--hosted-port", "0", ...flags], terminal);
  const ended = exitCode.then((code) => {
    throw new Error(`ended with ${code}:\n${terminal.written.stderr}`);
  });
  await Promise.race([announced.promise, ended]);
  ended.catch(() => {});

  const stop = () => {
    terminal.stop();
    return exitCode;
  };
  const { baseUrl, hostedUrl } = addressesIn(terminal.written);
  return {
    terminal,
    baseUrl,
    hostedUrl,
    get: (path, key = "mst_acme_full") =>
      fetch(`${baseUrl}/api/v1/integration/${path}`, {
        headers: { Authorization: `Bearer ${key}` },
      }),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

/** Replaces what differs from run to run: the addresses, the version and the time it took. */
export function normalise(text: string, { baseUrl, hostedUrl }: Serving): string {
  return text
    .replaceAll(baseUrl, "http://127.0.0.1:4700")
    .replaceAll(hostedUrl, "http://127.0.0.1:4701")
    .replaceAll(VERSION, "0.0.0")
    .replace(/ready in \d+ ms/, "ready in 0 ms");
}

/** Reads a file beside the tests. */
export function golden(name: string): Promise<string> {
  return Bun.file(`${import.meta.dir}/${name}`).text();
}

function addressesIn({ stdout, stderr }: FakeTerminal["written"]) {
  if (stdout !== "") return JSON.parse(stdout);
  const [, baseUrl = "", hostedUrl = ""] = /API +(\S+)\n +Hosted +(\S+)/.exec(stderr) ?? [];
  return { baseUrl, hostedUrl };
}
