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

/** Finds the world that a URL addresses. */
export function locateWorld(url: string, worlds: Worlds): Location {
  // Why: cut by hand, for `new URL` costs more than all the rest of this.
  // Runtime: Bun and Node have joined `.` and `..` in the path by now, Deno has not.
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  const queryStart = url.indexOf("?", pathStart);
  const path =
    pathStart === -1 ? "/" : url.slice(pathStart, queryStart === -1 ? undefined : queryStart);
  const query = queryStart === -1 ? "" : url.slice(queryStart + 1);
  if (!path.startsWith("/w/")) return { world: worlds.default, path, query };

  const nameEnd = path.indexOf("/", 3);
  const world = worlds.find(path.slice(3, nameEnd === -1 ? undefined : nameEnd));
  if (world === undefined) return { world: worlds.default, path, query };
  return { world, path: nameEnd === -1 ? "/" : path.slice(nameEnd), query };
}
