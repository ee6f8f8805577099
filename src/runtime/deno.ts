// Listening with Deno.serve. How an answer is cut lives in deno-cut.ts.
import { breakingOff, createCuts } from "./deno-cut.ts";
import { guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

declare const Deno: {
  serve(options: {
    hostname: string;
    port: number;
    handler: (request: Request) => Response | Promise<Response>;
    onListen: () => void;
    onError: (error: unknown) => Response;
  }): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};

/** Listens on Deno. */
export function listenOnDeno({ hostname, port, fetch }: ListenOptions): Listener {
  // Runtime: Deno keeps a connection open and reads on whatever the headers say; only an answer
  // whose body errors ends it, and not even that while a read of a silent client is under way.
  const guarded = guard(fetch, (response, silent) => (silent ? response : breakingOff(response)));
  const cuts = createCuts();
  const server = Deno.serve({
    hostname,
    port,
    handler: (request) => cuts.track(guarded(request)),
    // Runtime: without these two Deno prints its address and what the app throws.
    onListen: () => {},
    onError: () => new Response(null, { status: 500 }),
  });

  return {
    hostname,
    port: server.addr.port,
    async close(graceMs = 5000) {
      const cut = setTimeout(cuts.cutAll, graceMs);
      await server.shutdown();
      clearTimeout(cut);
    },
  };
}
