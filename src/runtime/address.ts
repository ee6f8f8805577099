// Addresses to listen on: their normal form, and whether a server listens there.

const NUMBERS = /^[\da-fx.:]+$/i;
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** How long to wait for an address to refuse a connection. */
const MOST_WAIT_MS = 1_000;

/**
 * Writes an address as URLs do, without brackets, because systems accept `0` for 0.0.0.0 and `127.1` for 127.0.0.1.
 * Names stay unchanged and are not looked up.
 */
export function spellHost(host: string): string {
  // Why: the URL parser drops everything that is not part of a host.
  if (!NUMBERS.test(host)) return host;
  // Why: an IPv4 address in IPv6 notation listens only on IPv4.
  const bare = host.replace(/^::ffff:(?=\d+\.)/i, "");
  const url = bare.includes(":") ? `http://[${bare}]` : `http://${bare}`;
  const spelled = URL.canParse(url) ? new URL(url).hostname : "";
  return ADDRESS.test(spelled) ? spelled.replace(/^\[|\]$/g, "") : host;
}

/** Returns whether the port of an http or https URL refuses connections, so that no server can be there. */
export async function refusesConnections(url: string): Promise<boolean> {
  const { connect } = await import("node:net");
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: port === "" ? usual : Number(port) });
    const end = (isRefused: boolean) => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.setTimeout(MOST_WAIT_MS, () => end(false));
    socket.once("connect", () => end(false));
    socket.once("error", (error) => end("code" in error && error.code === "ECONNREFUSED"));
  });
}
