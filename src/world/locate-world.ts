// From an address to a world: `/w/<world>` in front of any path names one, no prefix the default.
import type { World } from "./world.ts";
import type { Worlds } from "./worlds.ts";

export interface Location {
  /** The default one where the prefix names none that there is. */
  readonly world: World;
  /** The path behind the prefix, as it was sent; the whole of it where there is no such world. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
}

/** A URL as it is cut, whatever worlds there are. */
interface Cut {
  /** The world that its prefix names, if it has one. */
  readonly name: string | undefined;
  /** Behind the prefix. */
  readonly path: string;
  readonly whole: string;
  readonly query: string;
}

// Why: clients ask for a few addresses again and again, and to find one costs half of cutting it.
const known = new Map<string, Cut>();
const MOST_KNOWN = 500;
// Why: where more are in turn, to learn each again would cost more than it saves.
const MOST_MISSED = 10_000;
let missed = 0;
const LONGEST_KNOWN = 200;

/** Finds the world that a URL addresses. */
export function locateWorld(url: string, worlds: Worlds): Location {
  const { name, path, whole, query } = known.get(url) ?? learn(url);
  if (name === undefined) return { world: worlds.default, path, query };
  const world = worlds.find(name);
  if (world === undefined) return { world: worlds.default, path: whole, query };
  return { world, path, query };
}

function learn(url: string): Cut {
  const made = cut(url);
  // Why: what stands in a query differs from call to call, or is a key.
  if (made.query !== "" || url.length > LONGEST_KNOWN) return made;
  if (known.size === MOST_KNOWN) {
    if (++missed < MOST_MISSED) return made;
    missed = 0;
    known.clear();
  }
  known.set(url, made);
  return made;
}

function cut(url: string): Cut {
  // Why: by hand, for `new URL` costs more than all the rest of this.
  // Runtime: Bun and Node have joined `.` and `..` in the path by now, Deno has not.
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  const queryStart = url.indexOf("?", pathStart);
  const whole =
    pathStart === -1 ? "/" : url.slice(pathStart, queryStart === -1 ? undefined : queryStart);
  const query = queryStart === -1 ? "" : url.slice(queryStart + 1);
  if (!whole.startsWith("/w/")) return { name: undefined, path: whole, whole, query };

  const nameEnd = whole.indexOf("/", 3);
  const name = whole.slice(3, nameEnd === -1 ? undefined : nameEnd);
  return { name, path: nameEnd === -1 ? "/" : whole.slice(nameEnd), whole, query };
}
