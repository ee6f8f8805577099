// What a command sees of the process: main.ts passes it in, so that commands are functions that return an
// exit code.

export interface Terminal {
  readonly env: Record<string, string | undefined>;
  readonly pid: number;
  /** Whether a person reads stderr. */
  isInteractive(): Promise<boolean>;
  /** Whether stdin, stdout or stderr is a terminal, which sends what its keys stand for to children too. */
  isAttached(): Promise<boolean>;
  /** Whether a process of this id is there. */
  isRunning(pid: number): boolean;
  /** Sends a signal to a process that may be no more. */
  signal(pid: number, signal: StopSignal): void;
  /** Reads all of stdin, to its end. */
  stdin(): Promise<Uint8Array>;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Calls back once, on the first request to stop; a second one ends the process by itself. */
  onStop(listener: (signal: StopSignal) => void): void;
  /** Hands over each signal that would end the process, from now on: none does so any more. */
  onSignal(listener: (signal: StopSignal) => void): void;
}

/** What asks the process to end, by the exit code that tells of it. */
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

/** A command line that can't be understood: exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command that can't do what it was told: exit code 1, unless another one tells more. */
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

// Why: one long cell, a key of 256 characters say, is not to push the next column off every row.
const WIDEST = 60;

/** Formats rows as columns, each as wide as its widest cell that keeps within 60 characters. */
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

/** Formats a count of things that are named in the plural. */
export function formatCount(count: number, names: string): string {
  return `${count} ${count === 1 ? names.replace(/s$/, "") : names}`;
}

/** The reason of an error of the file system, without the path that follows it: that is a temporary name. */
export function shortReason(error: unknown): string {
  const [reason = ""] = String(error instanceof Error ? error.message : error).split(", ");
  return reason;
}
