// Listening with Bun.serve.
import type { Listener, ListenOptions } from "./listen.ts";

export function listen(options: ListenOptions): Listener {
  const server = Bun.serve({
    hostname: options.hostname,
    port: options.port,
    fetch: options.fetch,
    development: false,
    idleTimeout: 0,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    error: () => new Response(null, { status: 500 }),
  });
  return {
    hostname: options.hostname,
    port: server.port ?? options.port,
    async close(graceMs = 5000) {
      const timer = setTimeout(() => server.stop(true), graceMs);
      await server.stop();
      clearTimeout(timer);
    },
  };
}
