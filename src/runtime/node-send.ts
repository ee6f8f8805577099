// Writing a web Response to Node's ServerResponse. The adapter's own writer prints what a body
// stream throws, and answers 500 where the connection should be cut.
import type { ServerResponse } from "node:http";

export async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  if (response.body === null) {
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  const cancel = () => void reader.cancel().catch(() => {});
  outgoing.once("close", cancel);
  let held: Uint8Array | undefined;
  const flush = () => {
    outgoing.flushHeaders();
    if (held) outgoing.write(held);
    held = undefined;
  };
  const soon = setImmediate(flush);
  try {
    for (let n = 0; ; n++) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!outgoing.headersSent && held === undefined) held = value;
      else {
        if (held) flush();
        if (!outgoing.write(value)) await drained(outgoing);
      }
    }
    clearImmediate(soon);
    outgoing.end(held);
  } catch {
    clearImmediate(soon);
    outgoing.destroy();
  }
}

function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      outgoing.off("drain", done);
      outgoing.off("close", done);
      resolve();
    };
    outgoing.once("drain", done);
    outgoing.once("close", done);
  });
}
