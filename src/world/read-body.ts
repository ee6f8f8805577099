// Reads the body of a request up to a limit.
import type { SentHeaders } from "./journal/exchange.ts";

/** Reads a body. Undefined if it is longer than `limit` bytes. Rejects if it ends too early. */
export async function readBodyBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const length = declaredLength(request.headers);
  if (length === undefined) return readChunks(request.body, limit);
  // Why: with a declared length, a long body is rejected without reading it.
  if (length > limit) return undefined;
  // Why: this is the fastest way, and the runtime returns no more than the declared length. Reading `body` would create
  // a stream.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

/** The declared length of a request's body. Undefined if it has none. */
// Runtime: all servers reject a request that is chunked and declares a length.
export function declaredLength(headers: SentHeaders): number | undefined {
  const length = headers.get("content-length");
  return length === null ? undefined : Number(length);
}

/** Reads a body in chunks. Undefined if it is longer than `limit` bytes. Rejects if it ends too early. */
export async function readChunks(
  body: Request["body"],
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > limit) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
