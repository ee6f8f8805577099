// The bytes of a request's body, read no further than they are wanted.
import type { SentHeaders } from "./journal/exchange.ts";

/** Reads a body; undefined where it is longer than `limit` bytes. Rejects where it breaks off. */
export async function readBodyBytes(
  request: Request,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const length = declaredLength(request.headers);
  if (length === undefined) return readChunks(request.body, limit);
  // Why: with a declared length, a long body is rejected without reading it.
  if (length > limit) return undefined;
  // Why: of a body of known length a runtime returns no more, and this is the fastest way; to
  // look whether there is a body would make it a stream.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

/** How many bytes a request says that its body has; undefined where only reading it tells. */
// Runtime: no server lets a request through that tells its length and says that it comes in chunks.
export function declaredLength(headers: SentHeaders): number | undefined {
  const length = headers.get("content-length");
  return length === null ? undefined : Number(length);
}

/** Reads a body as it comes; undefined where it is longer than `limit` bytes. Rejects where it breaks off. */
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
