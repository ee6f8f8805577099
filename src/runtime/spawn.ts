// Starts a program with the stdin, stdout and stderr of this process.

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
  const { spawn } = await import("node:child_process");
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
