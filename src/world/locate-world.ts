// Finds the world of a URL: `/w/<world>` before any path names one. Without it, it is the default world.
import type { World } from "./world.ts";
import type { Worlds } from "./worlds.ts";

export interface Location {
  /** The default world if the prefix names no world. */
  readonly world: World;
  /** The path after the prefix, or the whole path if there is no such world. */
  readonly path: string;
  /** The query as it was sent, without its question mark. */
  readonly query: string;
}

const PREFIX = /^\/w\/([^/]*)/;
const UNRESOLVED = /\\|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Finds the world of a URL. If another app has mounted the API under a path, that path is ignored.
 */
export function locateWorld(url: string, worlds: Worlds, endpointPath?: string): Location {
  // Why: the fast path for nearly every request.
  if (endpointPath !== undefined && hasPath(url, endpointPath)) {
    return { world: worlds.default, path: endpointPath, query: "" };
  }
  const queryStart = url.indexOf("?");
  const query = queryStart === -1 ? "" : url.slice(queryStart + 1);
  const sent = pathOf(url);
  const path = endpointPath === undefined ? sent : withoutMount(sent, endpointPath);
  const [prefix = "", name] = PREFIX.exec(path) ?? [];
  const world = name === undefined ? undefined : worlds.find(name);
  if (world === undefined) return { world: worlds.default, path, query };
  return { world, path: path.slice(prefix.length) || "/", query };
}

/** The world that a request is about. */
export interface CalledWorld {
  readonly name: string;
  readonly exists: boolean;
  readonly secret: string | undefined;
}

/** The world that a call of the control API, or else a page, is about; undefined if it is about no single one. */
export function worldOfCall(
  { url, method }: Pick<Request, "url" | "method">,
  worlds: Worlds,
): CalledWorld | undefined {
  const { world, path } = locateWorld(url, worlds);
  const call = /^\/_sandbox(?:\/worlds\/([^/]+))?/.exec(path);
  const name = call === null ? world.name : call[1];
  if (name === undefined) return undefined;
  const exists = worlds.find(name) !== undefined;
  // Why: who dropped a world may bring it back, and do nothing else with its secret.
  const isOpen = exists || (method === "POST" && url.endsWith("/restore"));
  return { name, exists, secret: isOpen ? worlds.secretOf(name) : undefined };
}

/** Cuts the path out of a URL: as it was sent, except that `.` and `..` in it are resolved. */
// Why: not by `new URL`, which takes longer than all the checks of a request.
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.indexOf("?");
  if (start === -1 || (end !== -1 && end < start)) return "/";
  const path = url.slice(start, end === -1 ? undefined : end);
  // Runtime: all runtimes except Deno have already resolved the path.
  return UNRESOLVED.test(path) ? new URL(`http://localhost${path}`).pathname : path;
}

/** Whether a URL is its origin and a path, and nothing else. */
function hasPath(url: string, path: string): boolean {
  return (
    url.endsWith(path) && url.length === url.indexOf("/", url.indexOf("://") + 3) + path.length
  );
}

function withoutMount(path: string, endpointPath: string): string {
  if (!path.endsWith(endpointPath)) return path;
  const before = path.slice(0, -endpointPath.length);
  const [prefix = ""] = /\/w\/[^/]*$/.exec(before) ?? [];
  return prefix + endpointPath;
}
