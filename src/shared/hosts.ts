// Which names a request may be sent to. A web page can point a name of its own at this machine (DNS rebinding) and
// then counts as the same origin; only the `Host` that its browser sends shows it.

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
// Why: browsers take these names for this machine without asking any resolver.
const UNDER_LOCALHOST = /^(?:[a-z\d-]+\.)+localhost$/;
const HOST = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::\d{1,5})?$/;

/** What to do about a name that is not known. */
export const HOST_FIX = "call it as 127.0.0.1 or localhost, or start it with --allow-host NAME";

type HostCheck = (request: Pick<Request, "url" | "headers">) => boolean;

/** Which requests were sent to a name of the sandbox. */
export interface HostChecks {
  readonly isKnownHost: HostCheck;
  /** The same, where a request without a `Host` is of this program itself. */
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
    isKnownHost: ({ url, headers }) => isKnown(headers.get("host"), url, host === undefined),
    isSentHere: ({ url, headers }) => host === undefined || isKnown(headers.get("host"), url, true),
  };

  // Why: `host` is looked up once, as Node's adapter takes long for it.
  function isKnown(given: string | null, url: string, withoutOne: boolean): boolean {
    if (isOpen) return true;
    if (given === null) return withoutOne;
    const sent = given.toLowerCase();
    // Runtime: of two `Host` fields Bun and Node make one, with a comma; only Deno rejects them itself.
    const name = HOST.exec(sent)?.[1];
    if (name === undefined) return false;
    const isNamed =
      LOOPBACK.test(name) ||
      UNDER_LOCALHOST.test(name) ||
      names().some((known) => known === name || nameOf(known) === name);
    // Runtime: Node and Deno take the URL from a request line that has a whole one, Bun from `Host`.
    return (
      isNamed && (url.startsWith(`http://${sent}/`) || hostOf(url) === hostOf(`http://${sent}`))
    );
  }
}

/** Whether an address to listen on, without brackets, is one of this machine alone. */
export function isLoopback(host: string): boolean {
  const url = host.includes(":") ? `http://[${host}]` : `http://${host}`;
  return LOOPBACK.test(nameOf(url) ?? "");
}

/** The host's name in a URL, without its port; undefined where that is no URL. */
function nameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : undefined);
