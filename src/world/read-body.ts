// The bytes of a request's body, read no further than they are wanted.
import type { SentHeaders } from "./exchange.ts";

/** What is asked of a request whose body is read; a web `Request` is one. */
export interface WithBody {
  readonly headers: SentHeaders;
  readonly body: Request["body"];
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Reads a body; undefined where it is longer than `limit` bytes. Rejects where it breaks off. */
export async function readBody(
  request: WithBody,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { headers } = request;
  const declared = headers.has("transfer-encoding") ? null : headers.get("content-length");
  // Why: a body that says how long it is need not be read to be refused.
  if (Number(declared) > limit) return undefined;
  if (declared === null) return readChunks(request.body, limit);
  // Why: of a body of known length a runtime hands out no more, and this is the fastest way to it; to
  // look whether there is a body would make it a stream.
  const bytes = new Uint8Array(await request.arrayBuffer());
  return bytes.length > limit ? undefined : bytes;
}

async function readChunks(
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
