// HEAD for apps that support GET: the same headers, including the length, and no body.

type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

/** Wraps `fetch`, which gets a GET for each HEAD. */
// Why: Hono removes the length together with the body, and Bun and Deno then send a length of 0.
export function headLikeGet<Rest extends unknown[]>(fetch: Fetch<Rest>): Fetch<Rest> {
  return async (request, ...rest) => {
    const { method, url, headers } = request;
    return method === "HEAD"
      ? withoutBody(await fetch(new Request(url, { headers }), ...rest))
      : fetch(request, ...rest);
  };
}

async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const { status } = response;
  if (headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    // Why: a stream has no length. Without this body, a length of 0 would be sent.
    return new Response(new ReadableStream({ start: (body) => body.close() }), { status, headers });
  }
  headers.set("Content-Length", `${(await response.arrayBuffer()).byteLength}`);
  return new Response(null, { status, headers });
}
