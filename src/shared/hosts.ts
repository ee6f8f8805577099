// Which names a request may be sent to. A web page can point a name of its own at this machine (DNS rebinding) and
// then counts as the same origin; only the `Host` that its browser sends shows it. Whether a `Host` is sound at all is
// checked by runtime/guard.ts.

// Why: browsers take names under localhost for this machine without asking any resolver.
const LOCAL = /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

const HTTP = "http://";

/** What to do about a name that is not known. */
export const HOST_FIX = "use 127.0.0.1 or localhost, or start it with --allow-host NAME";

type HostCheck = (request: Pick<Request, "url" | "headers">) => boolean;

/** Which requests were sent to a name of the sandbox. */
export interface HostChecks {
  readonly isKnownHost: HostCheck;
  /** The same, if a request without a `Host` is from this program itself. */
  readonly isSentHere: HostCheck;
}

/**
 * Makes the checks of a sandbox that listens on `host`, undefined where nothing listens. `names` are those that it
 * answers to besides loopback; an address stands for the name in it.
 */
export function createHostChecks(
  host: string | undefined,
  names: () => readonly string[],
): HostChecks {
  // Why: other machines may call it by any name, as those of a network of containers do.
  const isOpen = host !== undefined && !isLoopback(host);
  return {
    isKnownHost: (request) => isKnown(request, host === undefined),
    isSentHere: (request) => host === undefined || isKnown(request, true),
  };

  function isKnown({ url, headers }: Parameters<HostCheck>[0], withoutOne: boolean): boolean {
    if (isOpen) return true;
    const sent = headers.get("host");
    if (sent === null) return withoutOne;
    // Runtime: Node and Deno take the URL from a request line that has a whole one, Bun from `Host`.
    const isSame = hasHost(url, sent) || hostOf(url) === hostOf(HTTP + sent);
    return isSame && (LOCAL.test(sent) || isNamed(sent.toLowerCase().replace(/:\d+$/, "")));
  }

  function isNamed(name: string): boolean {
    return names().some((known) => known === name || nameOf(known) === name);
  }
}

/** Whether an address to listen on, without brackets, is one of this machine alone. */
export function isLoopback(host: string): boolean {
  const url = host.includes(":") ? `http://[${host}]` : `http://${host}`;
  const name = nameOf(url) ?? "";
  // Why: a resolver may take a name under localhost for any machine.
  return LOCAL.test(name) && !name.endsWith(".localhost");
}

/** Whether a URL has a host as it was sent. */
export function hasHost(url: string, host: string): boolean {
  return url.startsWith(host, HTTP.length) && url[HTTP.length + host.length] === "/";
}

/** The host name in a URL, without its port. Undefined if the URL is invalid. */
function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);
