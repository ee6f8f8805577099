// Explains why a request got no response, in the same words on every runtime.

const FAILURES: readonly [pattern: RegExp, meaning: string][] = [
  [/TimeoutError/, "it does not respond"],
  [/ECONNREFUSED|Connection refused/, "nothing listens there"],
  [/ENOTFOUND|EAI_AGAIN|dns error/, "the host name is unknown"],
  [
    /ECONNRESET|UND_ERR_SOCKET|Connection reset|connection closed/,
    "it closes the connection without a response",
  ],
];

/** Explains an error of `fetch`, to continue a sentence. */
export function explainFetch(error: unknown): string {
  const words = wordsOf(error);
  const known = FAILURES.find(([pattern]) => pattern.test(words));
  return known?.[1] ?? messagesOf(error).join(": ");
}

// Runtime: the message of Node is only "fetch failed"; the cause has the reason.
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)].filter((message) => message !== "");
}

// Runtime: Bun has the code on the error, Node on its cause, and Deno only in the message of a cause.
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error ? error.code : "";
  return `${error.name} ${code} ${error.message}\n${wordsOf(error.cause)}`;
}
