// Why `conform` could not even begin, and what to do about it.
import { explainFetch } from "../../../conform/explain-fetch.ts";
import { type Halt, Mismatch } from "../../../conform/mismatch.ts";
import { mendOfProxy } from "../../mend-of-proxy.ts";
import type { Terminal } from "../../terminal.ts";

const ADDRESS_MEND = "Is that the API's address, what stands in front of /api/v1/integration?";

const MENDS: Readonly<Record<number, string>> = {
  401: "Is --key right, active and not expired?",
  403: "Does --key have sandbox access?",
  404: ADDRESS_MEND,
};

/** Explains a halt as a message of a few lines, in which a key may stand yet. */
export function explainHalt(halt: Halt, baseUrl: string, env: Terminal["env"]): string {
  const { cause, status, location } = halt;
  if (location !== null) {
    return `${baseUrl} redirects to ${location}\n  Redirects are not followed: give the address behind them.`;
  }
  if (status !== undefined) {
    const mend = MENDS[status] ?? "There is nothing to check before that is mended.";
    return `nothing can be checked at ${baseUrl}: ${halt.message}\n  ${mend}`;
  }
  if (cause instanceof Mismatch) return `nothing can be checked at ${baseUrl}: ${cause.message}`;
  const met = explainFetch(cause);
  return `no server can be reached at ${baseUrl}: ${met}\n  Is it running? ${ADDRESS_MEND}${mendOfProxy(env)}`;
}
