// A terminal that a test reads: what was written to it, and a hand on its Ctrl-C.
import type { StopSignal, Terminal } from "../../src/cli/terminal.ts";

export interface FakeTerminal extends Terminal {
  /** Everything that was written so far. */
  readonly written: { stdout: string; stderr: string };
  /** Stops reading what is written to stdout. */
  closeReader(): void;
  /** Asks to stop, as the first Ctrl-C does. */
  stop(): void;
}

export interface FakeTerminalOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly interactive?: boolean;
  /** What stdin holds. */
  readonly stdin?: string | Uint8Array;
  /** The one process besides this that is there. */
  readonly runningPid?: number;
  /** Called after each write. */
  readonly onWrite?: (stream: "stdout" | "stderr", text: string) => void;
}

/** Makes a terminal with nothing in its environment, at which no person sits. */
export function fakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const { env = {}, interactive = false, onWrite } = options;
  const written = { stdout: "", stderr: "" };
  const stop = Promise.withResolvers<StopSignal>();
  const gone = Promise.withResolvers<void>();
  let stopped = false;

  const write = (stream: "stdout" | "stderr") => (text: string) => {
    written[stream] += text;
    onWrite?.(stream, text);
  };
  return {
    env,
    isInteractive: async () => interactive,
    isAttached: async () => false,
    pid: 4242,
    isRunning: (pid) => pid === options.runningPid,
    signal: () => {},
    stdin: async function* () {
      yield new Uint8Array(Buffer.from(options.stdin ?? ""));
    },
    written,
    stdout: write("stdout"),
    stderr: write("stderr"),
    onStop: (listener) => (stopped ? listener("SIGINT") : void stop.promise.then(listener)),
    onReaderGone: (listener) => void gone.promise.then(listener),
    closeReader: gone.resolve,
    onSignal: (listener) => void stop.promise.then(listener),
    stop: () => {
      stopped = true;
      stop.resolve("SIGINT");
    },
  };
}
