// HEAD for apps that answer GET: the same headers, the length too, and no body.

type Fetch = (request: Request) => Promise<Response>;

/** Wraps `fetch`, which is asked GET for HEAD. */
// Why: Hono leaves out the length together with the body, and Bun and Deno then say that it is 0.
export function answeringHead(fetch: Fetch): Fetch {
  return async (request) => {
    const { method, url, headers } = request;
    return method === "HEAD"
      ? withoutBody(await fetch(new Request(url, { headers })))
      : fetch(request);
  };
}

async function withoutBody(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  const { status } = response;
  if (headers.get("content-type")?.startsWith("text/event-stream")) {
    await response.body?.cancel();
    // Why: it has no length, not even 0.
    return new Response(new ReadableStream({ start: (body) => body.close() }), { status, headers });
  }
  headers.set("Content-Length", `${(await response.arrayBuffer()).byteLength}`);
  return new Response(null, { status, headers });
}
