// What notices a change: the events of directories, or polling. Each calls `ring` when it does; what
// comes of that is known in watch.ts, and where to look in watch-places.ts.
import fs from "node:fs";
import { describePlaces, identify, type Places } from "./places.ts";

export interface Source {
  /** Takes up what is to be watched by now. Throws where events can't be had. */
  renew(): Promise<void>;
  close(): void;
}

interface Closable {
  close(): void;
}

const MOST_ROUNDS = 10;

/** Makes a source of events; it begins with the first `renew`. */
export function createEvents(find: () => Promise<Places>, ring: () => void): Source {
  const opened = new Map<string, Closable>();
  const failures = new Map<string, unknown>();
  let places: Places = new Map();
  let closed = false;

  async function renew(): Promise<void> {
    // Why: what is made in a directory before its watcher is opened makes no event.
    for (let round = 0; !closed && (await adjust()); round++) {
      if (round === MOST_ROUNDS) throw new Error("the directories change too quickly to follow");
    }
  }

  /** Closes what is gone, and opens what is new. Returns whether there was anything new. */
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

  // Why: only directories, as the events of a file end where an editor puts another in its place.
  function open(identity: string, directory: string): void {
    // Why: one deleted a moment ago fails as well; it counts where the next look still finds it.
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

/** Makes a source that looks every `pollMs`; it begins with the first `renew`. */
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
