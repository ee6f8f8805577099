// What it means that a request got no answer, in words for people, whichever runtime sent it.
import type { Terminal } from "./terminal.ts";

const FAILURES: readonly [pattern: RegExp, meaning: string][] = [
  [/TimeoutError/, "it gives no answer"],
  [/ECONNREFUSED|Connection refused/, "nothing listens there"],
  [/ENOTFOUND|EAI_AGAIN|dns error/, "no machine is known by that name"],
  [
    /ECONNRESET|UND_ERR_SOCKET|Connection reset|connection closed/,
    "it closes the connection without an answer",
  ],
];

/** Explains an error of `fetch`, to continue a sentence. */
export function explainFetch(error: unknown): string {
  const words = wordsOf(error);
  const known = FAILURES.find(([pattern]) => pattern.test(words));
  return known?.[1] ?? words.trim();
}

/** Formats the mend for a proxy that may stand in between, as a line of its own, or nothing. */
export function mendOfProxy({ HTTP_PROXY, http_proxy }: Terminal["env"]): string {
  // Runtime: Bun and Deno ask a proxy even for what is on this machine.
  if (!HTTP_PROXY && !http_proxy) return "";
  return "\n  HTTP_PROXY is set: NO_PROXY=127.0.0.1,localhost keeps it out of what is on this machine.";
}

// Runtime: Bun has the code on the error, Node on its cause, and Deno tells it in the words of a cause.
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error ? error.code : "";
  return `${error.name} ${code} ${error.message}\n${wordsOf(error.cause)}`;
}
