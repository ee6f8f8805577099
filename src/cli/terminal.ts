// What a command sees of the world outside: handed in by main.ts, so that commands are functions that
// return an exit code.

export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  /** Whether a person reads stderr. */
  readonly interactive: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
  /** Calls back once, on the first request to stop; a second one ends the process by itself. */
  onStop(listener: () => void): void;
}

/** A command line that can't be understood: exit code 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UsageError";
  }
}

export const EXIT = { ok: 0, failed: 1, usage: 2 } as const;

/** Formats rows as columns, each as wide as its widest cell. */
export function formatTable(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, n) => Math.max(cell.length, known[n] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
