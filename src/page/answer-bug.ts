// What is answered where the sandbox itself fails: that it did, and the id under which its log tells why.

/** Answers a request that a bug ended; a program gets a problem (RFC 9457), a person a sentence. */
export function answerBug(id: string, path: string): Response {
  const detail = `A bug in the sandbox. Its log tells of it as ${id}.`;
  const forProgram = path.startsWith("/_sandbox/");
  const problem = { type: "about:blank", title: "Internal Server Error", status: 500, detail };
  return new Response(forProgram ? JSON.stringify(problem) : `${detail}\n`, {
    status: 500,
    headers: {
      "Content-Type": forProgram ? "application/problem+json" : "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": id,
    },
  });
}
