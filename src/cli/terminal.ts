// What a command sees of the process: main.ts passes it in, so that commands are functions that return an
// exit code.

export interface Terminal {
  readonly env: Record<string, string | undefined>;
  readonly pid: number;
  /** Whether a person reads stderr. */
  isInteractive(): Promise<boolean>;
  /** Whether stdin, stdout or stderr is a terminal, which sends Ctrl-C to child processes too. */
  isAttached(): Promise<boolean>;
  /** Whether a process with this id exists. */
  isRunning(pid: number): boolean;
  /** Sends a signal to a process that may have ended. */
  signal(pid: number, signal: StopSignal): void;
  /** Reads stdin to its end, chunk by chunk. */
  stdin(): AsyncIterable<Uint8Array>;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Calls back once, on the first request to stop; a second one ends the process. */
  onStop(listener: (signal: StopSignal) => void): void;
  /** Calls back once nobody reads stdout any more, which shows when something is written. */
  onReaderGone(listener: () => void): void;
  /** Calls back on each signal that would end the process. From then on, none of them ends it. */
  onSignal(listener: (signal: StopSignal) => void): void;
}

/** The signals that ask the process to end, with their exit codes. */
export const EXIT_BY_SIGNAL = {
  SIGHUP: 129,
  SIGINT: 130,
  SIGQUIT: 131,
  SIGUSR1: 138,
  SIGUSR2: 140,
  SIGALRM: 142,
  SIGTERM: 143,
} as const;

export type StopSignal = keyof typeof EXIT_BY_SIGNAL;

/** Wrong usage of a command: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command that shows the right usage, and of what. Default: the help of the command that failed. */
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** A command that failed: exit code 1 by default. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  execFailed: 125,
  notRunnable: 126,
  notFound: 127,
} as const;

// Why: one long cell, such as a key of 256 characters, must not widen the column of every row.
const WIDEST = 60;

/** Formats rows as columns, each as wide as its widest cell of up to 60 characters. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) =>
      row.map(({ length }, n) => Math.max(length > WIDEST ? 0 : length, known[n] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Formats a count and a noun, which is given in the plural. */
export function formatCount(count: number, names: string): string {
  return `${count} ${count === 1 ? names.replace(/s$/, "") : names}`;
}

/** A status line, which each new one overwrites. */
export interface Progress {
  show(text: string): void;
  clear(): void;
}

/** Creates a status line on stderr, or nothing if no person reads that. */
export async function createProgress({ isInteractive, stderr }: Terminal): Promise<Progress> {
  if (!(await isInteractive())) return { show() {}, clear() {} };
  return {
    show: (text) => stderr(`\r\x1b[K${text}`),
    clear: () => stderr("\r\x1b[K"),
  };
}

/** The reason of an error of the file system, without the path, which is a temporary name. */
export function shortReason(error: unknown): string {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split(", ");
  return reason;
}
