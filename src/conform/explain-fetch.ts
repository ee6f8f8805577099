// Explains in words why a request got no response, on every runtime.

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
  return known?.[1] ?? messagesOf(error).join(": ");
}

// Runtime: Node says "fetch failed" and no more; the cause says why.
function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.message, ...messagesOf(error.cause)].filter((message) => message !== "");
}

// Runtime: Bun has the code on the error, Node on its cause, and Deno tells it in the words of a cause.
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code = "code" in error ? error.code : "";
  return `${error.name} ${code} ${error.message}\n${wordsOf(error.cause)}`;
}
