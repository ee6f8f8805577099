// What to do where a proxy stands between a command and a server that it can't reach.
import type { Terminal } from "./terminal.ts";

/** Formats the mend as a line of its own, or as nothing where there is no proxy. */
export function mendOfProxy({ HTTP_PROXY, http_proxy }: Terminal["env"]): string {
  // Runtime: Bun and Deno ask a proxy even for what is on this machine.
  if (!HTTP_PROXY && !http_proxy) return "";
  return "\n  HTTP_PROXY is set: NO_PROXY=127.0.0.1,localhost keeps it out of what is on this machine.";
}
