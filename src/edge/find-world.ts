// From an address to the world that it names: `/w/<world>` in front of the path, `<world>.` in front of the
// host's name, or a call of the control API about it. An address that names two worlds names none. Behind
// `/api/w/<world>` there is the API and nothing else, as the real one has it.
import { isMadeName } from "./names.ts";

export interface Target {
  /** `missing` is a world that there can't be; `shared` is about all of them, or about nothing. */
  readonly kind: "world" | "missing" | "shared";
  /** Empty where it is no world. */
  readonly name: string;
  /** The path after the prefix. */
  readonly path: string;
  readonly isApi: boolean;
}

const PREFIX = /^(\/api)?\/w\/([^/]*)/;
const CONTROL = /^\/_sandbox\/worlds(?:\/([^/]*)|$)/;

/** Finds what a URL is about; with a `hostName`, a world is also found by its name before that. */
export function findWorld(url: URL, hostName?: string): Target {
  const [prefix = "", api, byPrefix] = PREFIX.exec(url.pathname) ?? [];
  const path = url.pathname.slice(prefix.length) || "/";
  const isApi = api !== undefined || path.startsWith("/api/");
  const [calls, byCall] = (isApi ? null : CONTROL.exec(path)) ?? [];
  const byHost = hostName === undefined ? undefined : prefixOf(url.hostname, hostName);

  const addressed = [byHost, byPrefix].filter((name) => name !== undefined);
  // Why: a call about all worlds is none of one world's.
  const isCall = calls !== undefined && (addressed.length > 0 || byCall !== undefined);
  const names = isCall ? [...addressed, byCall] : addressed;
  const [name] = names;
  if (names.length === 0) return { kind: "shared", name: "", path, isApi };
  const isOne = name !== undefined && isMadeName(name) && names.every((other) => other === name);
  return isOne ? { kind: "world", name, path, isApi } : { kind: "missing", name: "", path, isApi };
}

/** What comes before a host's name; undefined for that name itself, and empty where it is another. */
function prefixOf(host: string, name: string): string | undefined {
  if (host === name) return undefined;
  return host.endsWith(`.${name}`) ? host.slice(0, -name.length - 1) : "";
}

/** The addresses to which `/w/<world>` is added for each world. */
export const addressesAt = (origin: string) => ({ baseUrl: `${origin}/api`, hostedUrl: origin });
