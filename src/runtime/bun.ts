// Listening with Bun.serve.
import { guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

// How often a closing server looks whether anything is still in flight.
const SWEEP_MS = 20;

/** Listens on Bun. */
export function listenOnBun({ hostname, port, fetch }: ListenOptions): Listener {
  const server = Bun.serve({
    hostname,
    port,
    fetch: guard(fetch),
    error: () => new Response(null, { status: 500 }),
    development: false,
    // Runtime: outside development Bun shares a taken port with whoever else would share it.
    reusePort: false,
    // Runtime: the default of 10 s cuts streams that are quiet for a while.
    idleTimeout: 0,
    // Runtime: Bun answers 413 above this; it is for the app to refuse what is too large.
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });

  async function close(graceMs = 5000): Promise<void> {
    const cut = setTimeout(() => server.stop(true), graceMs);
    // Runtime: Bun waits for a client that sent half a request as for one that awaits its answer.
    const sweep = setInterval(() => {
      if (server.pendingRequests === 0) server.stop(true);
    }, SWEEP_MS);
    await server.stop();
    clearTimeout(cut);
    clearInterval(sweep);
  }

  return { hostname, port: server.port ?? port, close };
}
