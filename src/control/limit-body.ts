// How long a body may be: one that does not tell its length is read here, and no further than that.
import type { Context, Next } from "hono";

/** Makes the middleware that answers with `refuse` where a body is longer than `most` bytes. */
export function limitBody(most: number, refuse: () => Response) {
  return async function limitBody(c: Context, next: Next): Promise<Response | undefined> {
    const { method, url, headers, body } = c.req.raw;
    const length = headers.has("transfer-encoding") ? null : headers.get("content-length");
    if (Number(length) > most) return refuse();
    if (length === null && body !== null) {
      const bytes = await readAtMost(body, most);
      if (bytes === undefined) return refuse();
      // Runtime: Node has a body for each write, be it empty; Hono's own limit fails where it is.
      c.req.raw = new Request(url, { method, headers, body: bytes.size > 0 ? bytes : null });
    }
    await next();
    return undefined;
  };
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > most) {
      reader.cancel().catch(() => {});
      return undefined;
    }
    chunks.push(new Uint8Array(next.value));
  }
  return new Blob(chunks);
}
