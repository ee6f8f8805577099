// How a response is dropped on its way to the client: its body errors, and every runtime then closes the
// connection.
import { DROPPED_HEADERS, isDropped } from "../shared/dropped-response.ts";
import type { Call } from "./call.ts";

/** Drops a response as a fault says: all of it, or its second half. */
export async function dropConnection(
  response: Response,
  { method, drop }: Pick<Call, "method" | "drop">,
): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  // Why: a response to a HEAD has no middle, nor has an empty one.
  if (drop === "before" || method === "HEAD" || bytes.length < 2) return dropAll();
  const headers = new Headers(response.headers);
  // Why: so that HTTP/1.0 clients notice that something is missing, too.
  headers.set("Content-Length", `${bytes.length}`);
  const { status } = response;
  return new Response(breakOff(bytes.subarray(0, bytes.length >> 1)), { status, headers });
}

/** Drops a response to a HEAD that was to be dropped: Hono takes its body from it, and with that the error. */
export function dropHead<Reply extends Response | Promise<Response>>(
  { method }: Request,
  reply: Reply,
): Reply | Promise<Response> {
  if (method !== "HEAD") return reply;
  return Promise.resolve(reply).then((response) => (isDropped(response) ? dropAll() : response));
}

// Runtime: Deno sends the head before it looks at the body, and so does Cloudflare's engine; what is sent then must
// not look like a success, nor like all there is.
function dropAll(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(undefined) });
  return new Response(body, { status: 503, headers: DROPPED_HEADERS });
}

function breakOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      // Runtime: Bun sends nothing of a chunk that an error follows within one turn of the loop.
      await new Promise((resolve) => setTimeout(resolve, 0));
      // Runtime: without a value, as Bun and Deno would print one.
      controller.error(undefined);
    },
  });
}
