// Collects all parts of a world at once, for storage that is written whole. save-world.ts writes only what has changed.
import type { World } from "../world/world.ts";
import type { SavedParts } from "./parts.ts";
import { saveRequest } from "./request.ts";
import { writeRecord } from "./save-record.ts";
import { createChangeSaver, SAVED_REQUESTS } from "./save-world.ts";
import { CHANGE, RECORD, REQUEST, SNAPSHOT } from "./world-parts.ts";

/** How many characters the requests may have together. */
const MOST_CHARACTERS = 1_000_000;
// Why: all of them are written again with each change, while other requests wait.
const MOST_WITH_CHANGE = 64_000;

/** Collects the parts of a world. `isLast`: it does not change any more. */
export type Collect = (isLast?: boolean) => SavedParts;

/**
 * Returns a function that collects the parts of a world, and calls `onChange` after each of its changes. If the world
 * was restored, `parts` are its saved parts.
 */
export function createCollector(
  world: World,
  onChange: () => void,
  parts: SavedParts = new Map(),
): Collect {
  // Why: all other parts can be long, and are in the world anyway.
  const log = new Map([...parts].filter(([part]) => part === SNAPSHOT || part.startsWith(CHANGE)));
  const put = (part: string, json: string | undefined) => {
    if (json === undefined) log.delete(part);
    else log.set(part, json);
  };
  const saveChanges = createChangeSaver(world, parts, put, onChange);
  return (isLast = false) => {
    saveChanges();
    const most = isLast ? MOST_CHARACTERS : MOST_WITH_CHANGE;
    const record = JSON.stringify(writeRecord(world));
    return new Map([[RECORD, record], ...log, ...collectRequests(world, most)]);
  };
}

/** The last requests that have a response. */
function collectRequests({ journal }: World, most: number): [part: string, json: string][] {
  const collected: [string, string][] = [];
  const { first, next } = journal.numbers;
  let characters = 0;
  for (let number = next - 1; number >= first && collected.length < SAVED_REQUESTS; number--) {
    const exchange = journal.numbered(number);
    if (exchange === undefined || exchange.place === 0) continue;
    const json = JSON.stringify(saveRequest(exchange, number));
    characters += json.length;
    if (characters > most) break;
    collected.push([REQUEST + number, json]);
  }
  return collected;
}
