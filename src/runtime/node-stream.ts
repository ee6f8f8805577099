// Writes a web Response to Node's ServerResponse. The adapter's own writer is not used for streams, as it
// prints what a body stream throws, and writes that to the client.
import type { ServerResponse } from "node:http";

/** Writes a response whole, or as its chunks come; a body that errors cuts the connection. */
export async function sendStream(response: Response, outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) {
    // Why: a body that was to break off has done so by now.
    await response.body?.cancel().catch(() => {});
    return;
  }
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  outgoing.once("close", () => reader.cancel().catch(() => {}));

  // Why: a body of one chunk, as most are, goes out with its length; Node adds it where `end` brings
  // the first bytes. So the first chunk is held back, but no longer than one turn of the loop.
  let held: Uint8Array | undefined;
  const release = () => {
    outgoing.flushHeaders();
    if (held !== undefined) outgoing.write(held);
    held = undefined;
  };
  const turn = setImmediate(release);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.headersSent && held === undefined) {
        held = value;
        continue;
      }
      if (held !== undefined) release();
      if (!outgoing.write(value) && !outgoing.destroyed) await drained(outgoing);
    }
    outgoing.end(held);
  } catch {
    outgoing.destroy();
  } finally {
    clearImmediate(turn);
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      outgoing.off("drain", settle);
      outgoing.off("close", settle);
      resolve();
    };
    outgoing.on("drain", settle);
    outgoing.on("close", settle);
  });
}
