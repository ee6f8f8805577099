// How an answer is lost on its way to the client: its body errors, upon which every runtime cuts the
// connection.
import type { Call } from "./call.ts";

/** Loses an answer as a fault says: all of it, or its second half. */
export async function loseAnswer(
  response: Response,
  { method, drop }: Pick<Call, "method" | "drop">,
): Promise<Response> {
  // Why: an answer to a HEAD has no middle.
  if (drop === "before" || method === "HEAD") return loseAll();
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  // Why: so that a client of HTTP/1.0, too, can tell that something is missing.
  headers.set("Content-Length", `${bytes.length}`);
  const { status } = response;
  return new Response(breakOff(bytes.subarray(0, bytes.length >> 1)), { status, headers });
}

// Runtime: Deno sends the head before it looks at the body, and to a HEAD so does Bun; what is sent
// then must not look like a success.
function loseAll(): Response {
  const body = new ReadableStream({ start: (controller) => controller.error(undefined) });
  return new Response(body, { status: 503, headers: { Connection: "close" } });
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
