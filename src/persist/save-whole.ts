// Saves a world as a whole, for storage that is written at once. save-parts.ts writes only the parts that have changed.
import type { World } from "../world/world.ts";
import { logChanges } from "./change-log.ts";
import { CHANGE, COUNTERS, numbersOf, REQUEST, type SavedParts, SNAPSHOT } from "./parts.ts";
import { lastRequests, SAVED_REQUESTS, saveRequest } from "./requests.ts";

/** How many characters the requests may have together. */
const MOST_CHARACTERS = 1_000_000;
// Why: all of them are written again with each change, while other requests wait.
const MOST_WITH_CHANGE = 64_000;

/** Saves a world. `onlyIfChanged`: no change waits for it, and it is saved only if it differs from what was saved. */
export type SaveWhole = (onlyIfChanged?: boolean) => void;

/**
 * Saves all parts of a world with `write` after each of its changes, and whenever it is asked to. If the world was
 * read, `parts` are its saved parts.
 */
export function createWholeSaver(
  world: World,
  write: (parts: SavedParts) => void,
  parts: SavedParts = new Map(),
): SaveWhole {
  // Why: all other parts can be long, and are in the world anyway.
  const log = new Map([...parts].filter(([part]) => part === SNAPSHOT || part.startsWith(CHANGE)));
  const put = (part: string, json: string | undefined) => {
    if (json === undefined) log.delete(part);
    else log.set(part, json);
  };
  const compactLog = logChanges(world, parts, put, () => save());
  let saved = markOf(parts.get(COUNTERS), numbersOf(parts, REQUEST));
  return save;

  function save(onlyIfChanged = false): void {
    const counters = JSON.stringify(world.save());
    const last = lastRequests(world, SAVED_REQUESTS);
    if (onlyIfChanged && markOf(counters, [...last.keys()]) === saved) return;
    compactLog();
    const requests = new Map<string, string>();
    let characters = 0;
    for (const [number, exchange] of last) {
      const json = JSON.stringify(saveRequest(exchange, number));
      characters += json.length;
      if (characters > (onlyIfChanged ? MOST_CHARACTERS : MOST_WITH_CHANGE)) break;
      requests.set(REQUEST + number, json);
    }
    write(new Map([[COUNTERS, counters], ...log, ...requests]));
    saved = markOf(counters, numbersOf(requests, REQUEST));
  }
}

/** Differs if a counter does, or the requests do. Changes need none, because each is saved when it is made. */
const markOf = (counters: string | undefined, numbers: readonly number[]) =>
  `${counters} ${numbers.length} ${Math.max(...numbers)}`;
