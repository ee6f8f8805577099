// Responses that a fault drops, as far as the engine can drop them. It always sends a response head. If a body fails,
// the client notices only if the head has its length.

/** Makes a dropped response end before its length. Other responses stay unchanged. */
export function endEarly({ method }: Request, response: Response): Response {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  const length = headers.get("content-length");
  // Why: only dropped responses with a body have this header.
  if (body === null || length === null) return response;
  if (method === "HEAD") return new Response(null, response);
  // Runtime: otherwise the engine may compress the body, and omit its length.
  headers.set("Content-Encoding", "identity");
  const { readable, writable } = new FixedLengthStream(Number(length));
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, { status, headers });
}
