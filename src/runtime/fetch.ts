// `fetch` for requests with a key: requests to this machine never use a proxy, and the runtime prints no requests.
import { isLoopback } from "../shared/hosts.ts";

type Environment = Record<string, string | undefined>;

/** A proxy that the environment configures. */
export interface Proxy {
  readonly variable: string;
  /** Host and port, without user name and password. */
  readonly host: string;
}

type Fetch = (request: string | Request, init?: RequestInit) => Promise<Response>;

/** Creates the `fetch` for an environment. It may add hosts to `NO_PROXY` there. */
export function createFetch(env: Environment): Fetch {
  return (request, init) => {
    const url = typeof request === "string" ? request : request.url;
    const { hostname } = new URL(url);
    if (isThisMachine(hostname) && findVariable(url, env)) bypassProxies(hostname, env);
    // Runtime: with BUN_CONFIG_VERBOSE_FETCH, Bun prints each request with its key.
    return fetch(request, { ...init, verbose: false });
  };
}

/** Finds the proxy for requests to a URL. Undefined if there is none, as for this machine. */
export function findProxy(url: string, env: Environment): Proxy | undefined {
  const { hostname } = new URL(url);
  if (isThisMachine(hostname)) return undefined;
  const variable = findVariable(url, env);
  if (variable === undefined || isExcepted(hostname, env)) return undefined;
  const address = env[variable] ?? "";
  const full = address.includes("://") ? address : `http://${address}`;
  return { variable, host: URL.canParse(full) ? new URL(full).host : "" };
}

function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname.replace(/^\[|\]$/g, "")) || hostname.endsWith(".localhost");
}

function findVariable(url: string, env: Environment): string | undefined {
  // Runtime: Node uses a proxy only if it is configured to, Bun and Deno always do.
  const asksProxies = "Bun" in globalThis || "Deno" in globalThis || env.NODE_USE_ENV_PROXY === "1";
  if (!asksProxies) return undefined;
  const scheme = new URL(url).protocol.replace(":", "");
  const names = [`${scheme}_proxy`, "all_proxy"];
  return names.flatMap((name) => [name, name.toUpperCase()]).find((name) => env[name]);
}

function isExcepted(hostname: string, { NO_PROXY = "", no_proxy = NO_PROXY }: Environment) {
  const exceptions = no_proxy.split(",").map((name) => name.trim().replace(/^\*?\./, ""));
  return exceptions.some(
    (name) => name === "*" || name === hostname || (name !== "" && hostname.endsWith(`.${name}`)),
  );
}

// Runtime: Bun and Node read these variables before each connection, Deno only before the first.
function bypassProxies(hostname: string, env: Environment): void {
  const { NO_PROXY = "", no_proxy = NO_PROXY } = env;
  const exceptions = no_proxy === "" ? [] : no_proxy.split(",");
  if (exceptions.includes(hostname)) return;
  const all = [...exceptions, hostname, hostname.replace(/^\[|\]$/g, "")].join(",");
  env.NO_PROXY = all;
  env.no_proxy = all;
}
