// Reports when watched files may have changed, by the events of their directories or by polling. It may
// report too often but never too seldom: the caller finds out whether anything did change.
import { findPlaces } from "./places.ts";
import { createEvents, createPolling } from "./sources.ts";

export interface WatchOptions {
  /** A directory or one file. It need not be there yet. */
  readonly path: string;
  /** Directories within, watched as soon as they are there. */
  readonly nested?: readonly string[];
  /** Looks every `pollMs` in place of waiting for events. Default: false. Deno always looks. */
  readonly poll?: boolean;
  /** Default: 1 000; 250 under Deno. */
  readonly pollMs?: number;
  /** Is called once things are quiet, and again only when what it returned is settled. Must not fail. */
  readonly onChange: () => void | Promise<void>;
  /** Called with the reason why there are no events; polling takes over. */
  readonly onFallback?: (reason: string) => void;
}

export interface Watcher {
  /** Stops at once: `onChange` is not called any more. */
  close(): void;
}

interface Bell extends Watcher {
  ring(): void;
}

// Runtime: Deno's own watcher opens whatever appears in a directory. A pipe blocks it for ever, and its close too.
const IS_DENO = "Deno" in globalThis;
const POLL_MS = IS_DENO ? 250 : 1_000;

// Why: an editor's way of saving is a few steps, and a half-written file is nobody's mistake.
const QUIET_MS = 50;
const MOST_PATIENCE_MS = 500;

/**
 * Watches a file, or a directory and some of those in it, however they are saved, linked or replaced.
 * Every change after this resolves is reported; for those before, read again.
 */
export async function watch(options: WatchOptions): Promise<Watcher> {
  const { path, nested = [], poll = false, pollMs = POLL_MS, onChange, onFallback } = options;
  const find = () => findPlaces(path, nested);
  const { ring, ...bell } = createBell(async () => {
    // Why: in this order, as a change after the first rings again, and one before is there to be read.
    await renew();
    if (!closed) await onChange();
  });
  let source = poll || IS_DENO ? createPolling(find, ring, pollMs) : createEvents(find, ring);
  let closed = false;

  async function renew(): Promise<void> {
    try {
      await source.renew();
    } catch (error) {
      source.close();
      if (closed) return;
      onFallback?.(error instanceof Error ? error.message : String(error));
      source = createPolling(find, ring, pollMs);
      await source.renew();
    }
  }

  await renew();
  return {
    close() {
      closed = true;
      bell.close();
      source.close();
    },
  };
}

/** Gathers rings: `answer` is called when they pause, now and then where they don't, one by one. */
function createBell(answer: () => Promise<void>): Bell {
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let again = false;
  let closed = false;

  function ring(): void {
    if (closed) return;
    again = busy;
    if (busy) return;
    clearTimeout(quiet);
    quiet = setTimeout(settle, QUIET_MS);
    limit ??= setTimeout(settle, MOST_PATIENCE_MS);
  }

  async function settle(): Promise<void> {
    clearTimers();
    busy = true;
    try {
      await answer();
    } finally {
      busy = false;
      if (again) ring();
    }
  }

  function clearTimers(): void {
    clearTimeout(quiet);
    clearTimeout(limit);
    limit = undefined;
  }

  return {
    ring,
    close() {
      closed = true;
      clearTimers();
    },
  };
}
