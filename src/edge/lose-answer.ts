// Answers that a fault loses, as the engine can lose them: it ends a body that breaks off as if it were whole,
// unless the client was told how long it would be.

/** Makes an answer that breaks off do so in the client's eyes, too; any other stays as it is. */
export function breakOff(answer: Response): Response {
  const { body, headers } = answer;
  // Why: an answer that is lost as a whole closes its connection, and has no length.
  const length = headers.get("connection") === "close" ? "1" : headers.get("content-length");
  if (body === null || length === null) return answer;
  const { readable, writable } = new FixedLengthStream(Number(length));
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, answer);
}
