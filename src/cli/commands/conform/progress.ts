// A line on a terminal that says how far a command has come, and is written over.
import type { Terminal } from "../../terminal.ts";

export interface Progress {
  /** Shows which one of all is at work, and what it does; nothing where none is. */
  show(done: number, what: string | undefined): void;
  clear(): void;
}

/** Creates a line on stderr, or nothing where no person reads that. */
export async function createProgress(terminal: Terminal, all: number): Promise<Progress> {
  const { isInteractive, stderr } = terminal;
  if (!(await isInteractive())) return { show() {}, clear() {} };
  return {
    show(done, what) {
      if (what !== undefined) stderr(`\r\x1b[K${done + 1}/${all} ${what}`);
    },
    clear: () => stderr("\r\x1b[K"),
  };
}
