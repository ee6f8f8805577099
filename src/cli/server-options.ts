// The flags that name another server: its address, a key, and timeouts. No message repeats a value that may
// be a key.
import * as v from "valibot";
import { PREFIX } from "../contract/endpoint.ts";
import { findProxy } from "../runtime/fetch.ts";
import { printableLine } from "../shared/printable.ts";
import { addressValue, durationValue } from "./options.ts";
import { type Terminal, UsageError } from "./terminal.ts";

// Runtime: a timer of more than 24 days fires immediately.
const LONGEST_MS = 86_400_000;

export const upToADay = () =>
  v.pipe(durationValue(), v.maxValue(LONGEST_MS, "a duration of at most 1d"));

export const KEY_OPTION = {
  value: "KEY",
  schema: () => v.pipe(v.string(), v.regex(/^[!-~]+$/, "visible ASCII characters without spaces")),
  secret: true,
} as const;

export const BASE_URL_OPTION = {
  value: "URL",
  schema: () =>
    v.pipe(addressValue(), v.regex(/^https?:\/\/[^/@]*(?:\/|$)/, "a URL without a user name")),
  // Why: a user may have typed a key there by mistake.
  secret: true,
} as const;

export const TIMEOUT_OPTION = {
  value: "TIME",
  schema: () => v.pipe(upToADay(), v.minValue(1, "a duration of at least 1ms")),
  help: "how long each request may take (default: 10s)",
} as const;

/** The address and the key. Throws `UsageError` if one is missing. */
export function requireServer(
  command: string,
  {
    "base-url": baseUrl,
    key,
  }: { readonly "base-url"?: string | undefined; readonly key?: string | undefined },
): { readonly baseUrl: string; readonly key: string } {
  if (baseUrl === undefined) throw new UsageError(`${command} needs --base-url URL.`);
  if (key === undefined) {
    throw new UsageError(`${command} needs --key KEY or MERCHANT_SANDBOX_KEY.`);
  }
  if (baseUrl.includes(PREFIX)) {
    throw new UsageError(`--base-url must not include ${PREFIX}, because every request adds it.`);
  }
  return { baseUrl, key };
}

/** Warns, before the first request to a server, that a proxy gets it. */
export function warnOfProxy(url: string, { env, stderr }: Terminal): void {
  const proxy = findProxy(url, env);
  if (proxy === undefined) return;
  const { hostname, protocol } = new URL(url);
  const how = protocol === "http:" ? "go unencrypted" : "go";
  const message = `${proxy.variable} is set, so requests to ${hostname} ${how} through the proxy ${proxy.host}. Set NO_PROXY=${hostname} to avoid it.`;
  stderr(`${printableLine(`merchant-sandbox: warning: ${message}`)}\n`);
}
