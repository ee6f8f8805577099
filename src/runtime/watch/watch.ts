// Reports when watched files may have changed, from events of their directories or by polling. It may report too often,
// but never misses a change. The caller checks whether anything changed.
import { findPlaces } from "./places.ts";
import { createEvents, createPolling } from "./sources.ts";

export interface WatchOptions {
  /** A directory or one file. It may not exist yet. */
  readonly path: string;
  /** Subdirectories, which are watched as soon as they exist. */
  readonly nested?: readonly string[];
  /** Checks every `pollMs` instead of waiting for events. Default: false. Deno always polls. */
  readonly poll?: boolean;
  /** Default: 1 000; 250 under Deno. */
  readonly pollMs?: number;
  /** Called when changes pause, and again only after the returned promise resolves. Must not throw. */
  readonly onChange: () => void | Promise<void>;
  /** Called with the reason if there are no events. Polling replaces them. */
  readonly onFallback?: (reason: string) => void;
}

export interface Watcher {
  /** Stops at once: `onChange` is not called again. */
  close(): void;
}

interface Bell extends Watcher {
  ring(): void;
}

// Runtime: Deno's own watcher opens everything that appears in a directory. A pipe blocks it and its close forever.
const IS_DENO = "Deno" in globalThis;
const POLL_MS = IS_DENO ? 250 : 1_000;

// Why: editors save in a few steps, and a half-written file is not a mistake.
const QUIET_MS = 50;
const MOST_PATIENCE_MS = 500;

/**
 * Watches a file, or a directory and some subdirectories, also if they are links or are replaced. Every change after
 * this resolves is reported. For earlier changes, read the files again.
 */
export async function watch(options: WatchOptions): Promise<Watcher> {
  const { path, nested = [], poll = false, pollMs = POLL_MS, onChange, onFallback } = options;
  const find = () => findPlaces(path, nested);
  const { ring, ...bell } = createBell(async () => {
    // Why: in this order, because a later change calls `ring` again, and an earlier one is already in the files.
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

/** Debounces rings: `onPause` is called when they pause, and from time to time if they do not. Calls never overlap. */
function createBell(onPause: () => Promise<void>): Bell {
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
      await onPause();
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
