// Listening with Deno.serve.
import type { Listener, ListenOptions } from "./listen.ts";

declare const Deno: {
  serve(
    options: {
      hostname: string;
      port: number;
      signal: AbortSignal;
      onListen: () => void;
      onError: (error: unknown) => Response;
    },
    handler: (request: Request) => Response | Promise<Response>,
  ): { addr: { port: number }; finished: Promise<void>; shutdown(): Promise<void> };
};

export function listen(options: ListenOptions): Listener {
  const cut = new AbortController();
  const server = Deno.serve(
    {
      hostname: options.hostname,
      port: options.port,
      signal: cut.signal,
      onListen: () => {},
      onError: () => new Response(null, { status: 500 }),
    },
    (request) => options.fetch(request),
  );
  return {
    hostname: options.hostname,
    port: server.addr.port,
    async close(graceMs = 5000) {
      const timer = setTimeout(() => cut.abort(), graceMs);
      await server.shutdown();
      clearTimeout(timer);
    },
  };
}
