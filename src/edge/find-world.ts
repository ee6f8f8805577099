// From an address to the world that it names: `/w/<world>` in front of the path, `<world>.` in front of the
// host's name, or a call of the control API about it. An address that names two worlds names none.
import { mayBeMade } from "./names.ts";

export type Target =
  | { readonly kind: "world"; readonly name: string; readonly path: string }
  /** It names no world, and is about all of them, or about nothing. */
  | { readonly kind: "shared"; readonly path: string }
  /** It names a world that there can't be. */
  | { readonly kind: "missing"; readonly path: string };

const PREFIX = /^\/w\/([^/]*)/;
const CONTROL = /^\/_sandbox\/worlds(?:\/([^/]*)|$)/;

/** Finds what a URL is about; `hostName` is what worlds stand in front of, if anything. */
export function findWorld(url: URL, hostName?: string): Target {
  const [prefix = "", byPrefix] = PREFIX.exec(url.pathname) ?? [];
  const path = url.pathname.slice(prefix.length) || "/";
  const [calls, byCall] = CONTROL.exec(path) ?? [];
  const byHost = hostName === undefined ? undefined : inFrontOf(url.hostname, hostName);

  const named = [byHost, byPrefix].filter((name) => name !== undefined);
  // Why: a call about all worlds is none to a world.
  const names =
    calls === undefined || (named.length === 0 && byCall === undefined)
      ? named
      : [...named, byCall];
  const [name] = names;
  if (names.length === 0) return { kind: "shared", path };
  const isOne = name !== undefined && mayBeMade(name) && names.every((other) => other === name);
  return isOne ? { kind: "world", name, path } : { kind: "missing", path };
}

/** What stands in front of a name; undefined for the name itself, and empty where it is another. */
function inFrontOf(host: string, name: string): string | undefined {
  if (host === name) return undefined;
  return host.endsWith(`.${name}`) ? host.slice(0, -name.length - 1) : "";
}
