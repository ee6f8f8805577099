// Hides the keys of a request by where they stand, be they known or not: in the headers and the query
// parameters that clients put keys into. Known keys are hidden wherever they stand, by mask-keys.ts.
import { maskKey } from "../keys.ts";
import type { SentHeaders } from "./exchange.ts";

type Mask = (text: string) => string;

/** Headers that clients of other services send their keys in; this one reads none of them. */
export const OTHER_KEY_HEADERS = ["X-Api-Key", "Api-Key", "X-Auth-Token", "X-Access-Token"];

/** Names of query parameters that carry keys. */
export const KEY_PARAMETER =
  /^(?:access[-_]?token|api[-_]?key|auth|authorization|bearer|key|secret|token)$/i;

const KEY_HEADERS = new Set(OTHER_KEY_HEADERS.map((name) => name.toLowerCase()));
const CREDENTIALS = /^(?:proxy-)?authorization$/;
const LOGIN = /^(?:basic|bearer) +\S/i;

/** Copies headers, every key in them masked. */
export function maskHeaders(headers: SentHeaders, mask: Mask): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of new Headers([...headers])) {
    if (CREDENTIALS.test(name) || LOGIN.test(value)) shown[name] = maskCredentials(value);
    else shown[mask(name)] = KEY_HEADERS.has(name) ? maskKey(value) : mask(value);
  }
  return shown;
}

function maskCredentials(value: string): string {
  // Why: what is longer than any scheme may be a secret.
  const [, scheme = "", rest = value] = /^([a-z]{1,9} +)(.+)$/i.exec(value) ?? [];
  return scheme + maskKey(rest);
}

/** Masks the keys in a query, which otherwise stays as it was sent. */
export function maskQuery(query: string, mask: Mask): string {
  const parts = query.split("&").map((part) => maskParameter(part, mask));
  // Why: a key may hold an ampersand itself.
  return mask(parts.join("&"));
}

function maskParameter(part: string, mask: Mask): string {
  // Why: a key may be sent with signs encoded that need not be.
  const [[name, value] = ["", ""]] = new URLSearchParams(part);
  const shownName = mask(name);
  const shown = value !== "" && KEY_PARAMETER.test(name) ? maskKey(value) : mask(value);
  return shownName === name && shown === value ? part : `${shownName}=${shown}`;
}
