// Reports when watched files may have changed: at once if their directories have events, and otherwise at a check every
// second, which also finds what has no events, such as changes where a link leads. It may report too often, but never
// misses a change. The caller checks whether anything changed.
import fs from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

export interface WatchOptions {
  /** A directory or one file. It may not exist yet. */
  readonly path: string;
  /** Subdirectories, which are watched as soon as they exist. */
  readonly nested?: readonly string[];
  /** Only checks, and does not wait for events. Default: false. Deno only checks. */
  readonly poll?: boolean;
  /** How often it checks. Default: 1 000; 250 under Deno. */
  readonly pollMs?: number;
  /** Called when changes pause, and again only after the returned promise resolves. Must not throw. */
  readonly onChange: () => void | Promise<void>;
  /** Called with the reason if there are no events. */
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
  const { nested = [], poll = false, pollMs = POLL_MS, onChange, onFallback } = options;
  const path = resolve(options.path);
  const places = [path, ...nested.map((name) => join(path, name))];
  const bell = createBell(async () => {
    // Why: in this order, because a later change rings again, and an earlier one is already in the files.
    await renew();
    if (!closed) await onChange();
  });
  let waits = !(poll || IS_DENO);
  let watchers: readonly fs.FSWatcher[] = [];
  let seen = "";
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function renew(): Promise<void> {
    closeEvents();
    // Why: opened each time, because the events of a directory end when it is replaced.
    if (waits) watchers = places.flatMap(openEvents);
    seen = await describePlaces(places);
  }

  async function check(): Promise<void> {
    const before = seen;
    const now = await describePlaces(places);
    if (closed) return;
    // Why: if it was renewed meanwhile, what was found here may be older.
    if (seen === before && now !== before) {
      seen = now;
      bell.ring();
    }
    timer = setTimeout(check, pollMs);
  }

  function openEvents(place: string): fs.FSWatcher[] {
    if (!waits || closed || !fs.existsSync(place)) return [];
    try {
      const watcher = fs.watch(place, bell.ring);
      return [watcher.on("error", (error) => giveUp(place, error))];
    } catch (error) {
      giveUp(place, error);
      return [];
    }
  }

  function giveUp(place: string, error: unknown): void {
    bell.ring();
    // Why: the events of a directory may end with an error when it is deleted.
    if (!waits || closed || !fs.existsSync(place)) return;
    waits = false;
    closeEvents();
    onFallback?.(error instanceof Error ? error.message : String(error));
  }

  function closeEvents(): void {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  }

  await renew();
  timer = setTimeout(check, pollMs);
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      bell.close();
      closeEvents();
    },
  };
}

/** Describes files, and the files in directories, as a text that changes if one of them changes. */
async function describePlaces(places: readonly string[]): Promise<string> {
  const lists = places.map(async (place) => {
    const names = await absent(readdir(place));
    return [place, ...(names ?? []).sort().map((name) => join(place, name))];
  });
  const paths = (await Promise.all(lists)).flat();
  return (await Promise.all(paths.map(describe))).join("\n");
}

async function describe(path: string): Promise<string> {
  const stats = await absent(stat(path));
  return stats ? `${path} ${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}` : path;
}

// Why: an unreadable entry counts as missing. Reading it reports the reason.
function absent<Value>(found: Promise<Value>): Promise<Value | undefined> {
  return found.catch(() => undefined);
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
