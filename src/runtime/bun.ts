// Listening with Bun.serve.
import { ARRIVAL_MS, endingConnection, guard, mayBeLong } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

// How often a closing server looks whether anything is still in flight.
const SWEEP_MS = 20;

// Why: such a response goes on as long as its reader stays.
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
      // Why: what is returned at once is not a stream, and needs no more time.
      if (reply instanceof Promise) beGenerous(request, reply);
      if (!closing) return reply;
      // Why: so that its client sends no more.
      return reply instanceof Promise ? reply.then(endingConnection) : endingConnection(reply);
    },
    error: () => new Response(null, { status: 500 }),
    development: false,
    // Runtime: outside development Bun shares a taken port with whoever else would share it.
    reusePort: false,
    // Runtime: Bun takes it for a limit on the body and the response together, and on a connection between
    // two requests; a first head has 12 to 16 s whatever is set here.
    idleTimeout: patience,
    // Runtime: Bun answers 413 above this; the app itself rejects what is too large.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });

  /** Drops a response to a HEAD whose body errors. */
  // Runtime: Bun sends the head of such a response without a look at the body. It closes a connection without an
  // answer only when that is late, which it looks at every four seconds.
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

  /** Takes the limit off a request that has arrived, until its response is there. */
  function beGenerous(request: Request, reply: Promise<Response>): void {
    // Why: one whose body is being read is answered as soon as that is over.
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
    // Runtime: Bun cuts connections on which it knows of no request, be one there that it has not read yet.
    if (graceMs > 0 && !closing) {
      closing = true;
      await new Promise((resolve) => setTimeout(resolve, SWEEP_MS));
    }
    const cut = setTimeout(() => server.stop(true), graceMs);
    // Runtime: Bun waits for a client that sent half a request as for one that awaits its response.
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
