// Responses that a fault drops, as far as the engine can drop one: it always sends a head, and ends a body that
// errors as if it were whole unless the client was told its length.

/** Makes a response that is dropped end before its length; any other stays as it is. */
export function endEarly({ method }: Request, response: Response): Response {
  const { body, status } = response;
  const headers = new Headers(response.headers);
  const length = headers.get("content-length");
  // Why: of the responses with a body, only one that is dropped says how long it is.
  if (body === null || length === null) return response;
  if (method === "HEAD") return new Response(null, response);
  // Runtime: otherwise the engine compresses it for a client that accepts that, and leaves out the length.
  headers.set("Content-Encoding", "identity");
  const { readable, writable } = new FixedLengthStream(Number(length));
  body.pipeTo(writable).catch(() => {});
  return new Response(readable, { status, headers });
}
