// Starts programs: with the stdin, stdout and stderr of this process, or with their output captured.
import { type ChildProcess, spawn } from "node:child_process";

type Environment = Readonly<Record<string, string | undefined>>;

/** A program that was started. */
export interface Program {
  /** Undefined after it has ended, because another program may then have the id. */
  readonly pid: number | undefined;
  /** Resolves with its exit code, or 128+n if signal n ended it. Rejects with a `SpawnError`. */
  readonly ended: Promise<number>;
}

/** A program cannot be started. `code` is the system's, such as `ENOENT`. */
export class SpawnError extends Error {
  override readonly name = "SpawnError";
  readonly code: string;

  constructor(cause: unknown) {
    const code = codeOf(cause);
    super(`Cannot start the program: ${code}.`, { cause });
    this.code = code;
  }
}

/**
 * Starts a program by its path or its name on the PATH, without a shell. Throws a `SpawnError` if it fails at once.
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  env: Environment,
): Promise<Program> {
  try {
    const child = spawn(command, args, { stdio: "inherit", env });
    let { pid } = child;
    const ended = new Promise<number>((resolve, reject) => {
      child.on("error", (error) => reject(new SpawnError(error)));
      // Why: not "close", because processes that the program leaves running may keep its streams open.
      child.on("exit", (code, signal) => {
        pid = undefined;
        resolve(signal === null ? (code ?? 1) : exitCodeOf(signal));
      });
    });
    return {
      get pid() {
        return pid;
      },
      ended,
    };
  } catch (error) {
    // Runtime: Node and Deno run a script without a #! line in the shell, and Bun does not.
    if (codeOf(error) === "ENOEXEC") return startProgram("/bin/sh", [command, ...args], env);
    throw new SpawnError(error);
  }
}

async function exitCodeOf(signal: NodeJS.Signals): Promise<number> {
  const { constants } = await import("node:os");
  return 128 + constants.signals[signal];
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

export interface CapturedRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined;
}

export interface CapturedResult {
  /** Undefined if a signal ended it. */
  readonly exitCode: number | undefined;
  readonly timedOut: boolean;
  /** The last 64 KiB of its standard output and error. */
  readonly output: string;
}

const MOST_OUTPUT = 64 * 1024;
/** How long a program may take to end after SIGTERM. */
const GRACE_MS = 2_000;

/**
 * Runs a program without a standard input until it ends, and all processes that it started end with it. Rejects with a
 * `SpawnError`.
 */
export function runCaptured(run: CapturedRun): Promise<CapturedResult> {
  const { command, args, env, timeoutMs, signal } = run;
  return new Promise((resolve, reject) => {
    // Why: a process group, so that all processes that it starts can be ended with it.
    const child = spawn(command, args, {
      env,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    let output = "";
    let timedOut = false;
    let forced: ReturnType<typeof setTimeout> | undefined;
    const keep = (chunk: string) => {
      output = (output + chunk).slice(-MOST_OUTPUT);
    };
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", keep);
    const end = () => {
      endGroup(child, "SIGTERM");
      forced ??= setTimeout(() => endGroup(child, "SIGKILL"), GRACE_MS);
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, timeoutMs);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end);
    const settle = () => {
      clearTimeout(timer);
      clearTimeout(forced);
      signal?.removeEventListener("abort", end);
    };
    child.on("error", (error) => {
      settle();
      reject(new SpawnError(error));
    });
    // Why: not "close", because processes that it left running may keep its streams open.
    child.on("exit", (code) => {
      settle();
      endGroup(child, "SIGKILL");
      // Why: its last output may not have arrived yet.
      setImmediate(() => {
        for (const stream of [child.stdout, child.stderr]) stream.destroy();
        resolve({ exitCode: code ?? undefined, timedOut, output });
      });
    });
  });
}

/** Sends a signal to a program and to all that it started. */
function endGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Runtime: Windows has no groups, and an ended group does not exist any more.
    child.kill(signal);
  }
}

/** How many programs this machine can run at the same time. */
export async function countCores(): Promise<number> {
  return (await import("node:os")).availableParallelism();
}
