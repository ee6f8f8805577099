// Finds the world that a URL names: by `/w/<world>` before the path, by `<world>.` before the host name, or by a call
// of the control API. A URL with two worlds names none. Under `/api/w/<world>` there is only the API, as in production.
import { isMadeName } from "./names.ts";

export interface Target {
  /** `missing`: the name cannot exist. `shared`: the URL is about all worlds, or about none. */
  readonly kind: "world" | "missing" | "shared";
  /** Empty if there is no world. */
  readonly name: string;
  /** The path after the prefix. */
  readonly path: string;
  readonly isApi: boolean;
}

const PREFIX = /^(\/api)?\/w\/([^/]*)/;
const CONTROL = /^\/_sandbox\/worlds(?:\/([^/]*)|$)/;

/** Finds what a call is about; with a `hostName`, a world is also found by its name before that. */
export function findWorld(url: URL, hostName?: string, method = "GET"): Target {
  const [prefix = "", api, byPrefix] = PREFIX.exec(url.pathname) ?? [];
  const path = url.pathname.slice(prefix.length) || "/";
  const isApi = api !== undefined || path.startsWith("/api/");
  const [calls, byCall] = (isApi ? null : CONTROL.exec(path)) ?? [];
  const byHost = hostName === undefined ? undefined : prefixOf(url.hostname, hostName);

  const addressed = [byHost, byPrefix].filter((name) => name !== undefined);
  // Why: a team names its world by its own name, without the random characters.
  if (method === "PUT" && calls === path && addressed.length === 0) {
    return { kind: "shared", name: "", path, isApi };
  }
  // Why: a call about all worlds is none of one world's.
  const isCall = calls !== undefined && (addressed.length > 0 || byCall !== undefined);
  const names = isCall ? [...addressed, byCall] : addressed;
  const [name] = names;
  if (names.length === 0) return { kind: "shared", name: "", path, isApi };
  const isOne = name !== undefined && isMadeName(name) && names.every((other) => other === name);
  return isOne ? { kind: "world", name, path, isApi } : { kind: "missing", name: "", path, isApi };
}

/** The label before a host name. Undefined for the host name itself, and empty for another host. */
function prefixOf(host: string, name: string): string | undefined {
  if (host === name) return undefined;
  return host.endsWith(`.${name}`) ? host.slice(0, -name.length - 1) : "";
}

/** The addresses to which `/w/<world>` is added for each world. */
export const addressesAt = (origin: string) => ({ baseUrl: `${origin}/api`, hostedUrl: origin });
