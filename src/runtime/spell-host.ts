// The one spelling of an address to listen on, of which there are several: systems take `0` for 0.0.0.0, and
// `127.1` for 127.0.0.1. No name is looked up.

const NUMBERS = /^[\da-fx.:]+$/i;
const ADDRESS = /^(?:[\d.]+|\[.*\])$/;

/** Spells an address as URLs do, without brackets; a name stays as it is. */
export function spellHost(host: string): string {
  // Why: a URL's parser leaves out whatever else is no part of a host.
  if (!NUMBERS.test(host)) return host;
  // Why: an IPv4 address within IPv6 is listened on for IPv4 alone.
  const bare = host.replace(/^::ffff:(?=\d+\.)/i, "");
  const url = bare.includes(":") ? `http://[${bare}]` : `http://${bare}`;
  const spelled = URL.canParse(url) ? new URL(url).hostname : "";
  return ADDRESS.test(spelled) ? spelled.replace(/^\[|\]$/g, "") : host;
}
