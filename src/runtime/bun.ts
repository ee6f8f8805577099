// Listening with Bun.serve.
import { ARRIVAL_MS, endingConnection, guard, mayBeLong } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

// How often a closing server checks for requests in flight.
const SWEEP_MS = 20;

// Why: an event stream lasts as long as its reader stays connected.
const EVENTS = "text/event-stream";

/** Listens on Bun. */
export function listenOnBun(options: ListenOptions): Listener {
  const { hostname, port, fetch, arrivalMs = ARRIVAL_MS } = options;
  const patience = Math.ceil(arrivalMs / 1_000);
  const guarded = guard(fetch, { arrivalMs });
  let closing = false;
  const server = Bun.serve({
    hostname,
    port,
    fetch(request) {
      const made = guarded(request, () => server.requestIP(request)?.address);
      const reply = request.method === "HEAD" ? dropWhereBodyErrors(request, made) : made;
      // Why: a response that is returned at once is not a stream, and needs no more time.
      if (reply instanceof Promise) beGenerous(request, reply);
      if (!closing) return reply;
      // Why: so that the client sends no further request.
      return reply instanceof Promise ? reply.then(endingConnection) : endingConnection(reply);
    },
    error: () => new Response(null, { status: 500 }),
    development: false,
    // Runtime: outside of development mode Bun shares a port with other programs that share it.
    reusePort: false,
    // Runtime: Bun limits the body and the response together, and an idle connection. The first request head always has
    // 12 to 16 s.
    idleTimeout: patience,
    // Runtime: above this, Bun responds with 413. The app itself rejects bodies that are too long.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });

  /** Drops a response to HEAD whose body fails. */
  // Runtime: Bun sends the head of such a response without reading its body. It closes a connection without a response
  // only after a timeout, which it checks every four seconds.
  async function dropWhereBodyErrors(
    request: Request,
    reply: Response | Promise<Response>,
  ): Promise<Response> {
    const response = await reply;
    try {
      await response.clone().arrayBuffer();
      return response;
    } catch {
      server.timeout(request, 1);
      return new Promise(() => {});
    }
  }

  /** Removes the time limit of a request that has arrived, until its response is ready. */
  function beGenerous(request: Request, reply: Promise<Response>): void {
    // Why: a request whose body is being read gets its response when that ends.
    if (request.bodyUsed) return;
    if (mayBeLong(request) || Number(request.headers.get("content-length")) === 0) lift();
    else request.clone().arrayBuffer().then(lift, ignore);
    reply.then(restore, ignore);

    function lift(): void {
      server.timeout(request, 0);
    }
    function restore({ headers }: Response): void {
      if (headers.get("content-type") !== EVENTS) server.timeout(request, patience);
    }
  }

  async function close(graceMs: number): Promise<void> {
    // Runtime: Bun closes connections without a known request, even if one has arrived that it has not read.
    if (graceMs > 0 && !closing) {
      closing = true;
      await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
    }
    const cut = setTimeout(() => server.stop(true), graceMs);
    // Runtime: Bun waits for a client that sent half a request as if it waited for its response.
    const sweep = setInterval(() => {
      if (server.pendingRequests === 0) server.stop(true);
    }, SWEEP_MS);
    await server.stop();
    clearTimeout(cut);
    clearInterval(sweep);
  }

  return { hostname, port: server.port ?? port, close };
}

function ignore(): void {}
