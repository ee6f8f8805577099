// The sources of changes: events of directories, or polling. Each calls `ring` when something changes.
import fs from "node:fs";
import { describePlaces, identify, type Places } from "./places.ts";

export interface Source {
  /** Updates what is watched. Throws if there are no events. */
  renew(): Promise<void>;
  close(): void;
}

interface Closable {
  close(): void;
}

const MOST_ROUNDS = 10;

/** Creates a source of events, which starts with the first `renew`. */
export function createEvents(find: () => Promise<Places>, ring: () => void): Source {
  const opened = new Map<string, Closable>();
  const failures = new Map<string, unknown>();
  let places: Places = new Map();
  let closed = false;

  async function renew(): Promise<void> {
    // Why: files that are created before the watcher is open cause no event.
    for (let round = 0; !closed && (await adjust()); round++) {
      if (round === MOST_ROUNDS) throw new Error("the directories change too quickly to follow");
    }
  }

  /** Closes watchers of removed directories, and opens new ones. Returns whether there were new ones. */
  async function adjust(): Promise<boolean> {
    places = await find();
    const present = new Map<string, string>();
    for (const directory of places.keys()) {
      const identity = await identify(directory);
      if (identity !== undefined) present.set(identity, directory);
    }
    if (closed) return false;
    const gone = [...opened.keys()].filter((identity) => !present.has(identity));
    gone.forEach(drop);
    const missing = [...present].filter(([identity]) => !opened.has(identity));
    for (const [identity, directory] of missing) open(identity, directory);
    return missing.length > 0;
  }

  // Why: only directories, because the events of a file end when an editor replaces it.
  function open(identity: string, directory: string): void {
    // Why: a directory that was just deleted fails too. It counts only if the next check still finds it.
    if (failures.has(identity)) throw failures.get(identity);
    try {
      const watcher = fs.watch(directory, (_, name) => {
        const names = places.get(directory);
        if (name === null || names === "all" || names?.has(name)) ring();
      });
      opened.set(identity, watcher);
      watcher.on("error", (error) => {
        failures.set(identity, error);
        drop(identity);
        ring();
      });
    } catch (error) {
      failures.set(identity, error);
    }
  }

  function drop(identity: string): void {
    opened.get(identity)?.close();
    opened.delete(identity);
  }

  return {
    renew,
    close() {
      closed = true;
      [...opened.keys()].forEach(drop);
    },
  };
}

/** Creates a source that checks every `pollMs`, and starts with the first `renew`. */
export function createPolling(
  find: () => Promise<Places>,
  ring: () => void,
  pollMs: number,
): Source {
  let seen: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;

  async function look(): Promise<void> {
    const now = await describePlaces(await find());
    if (closed) return;
    if (seen !== undefined && now !== seen) ring();
    seen = now;
    timer = setTimeout(look, pollMs);
  }

  return {
    async renew() {
      if (seen === undefined) await look();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
