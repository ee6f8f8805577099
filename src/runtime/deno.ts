// Listening with Deno.serve. How an answer is cut lives in deno-cut.ts.
import { breakingOff, createCuts } from "./deno-cut.ts";
import { guard } from "./guard.ts";
import type { Listener, ListenOptions, PlainReply } from "./listener.ts";

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
export function listenOnDeno(options: ListenOptions): Listener {
  const { hostname, port, fetch, answer, arrivalMs } = options;
  const cuts = createCuts();
  // Runtime: Deno keeps a connection open and reads on whatever the headers say; only an answer
  // whose body errors ends it, and not even that while a read of a silent client is under way.
  const guarded = guard(answer ? inPlain(answer) : fetch, {
    cut: (response, silent) => (silent ? response : breakingOff(response)),
    // Runtime: Deno itself waits for a head, or a short body, as long as it takes.
    arrivalMs,
  });
  const track = answer ? trackPending : cuts.track;
  const server = Deno.serve({
    hostname,
    port,
    handler: (request) => track(guarded(request)),
    // Runtime: without these two Deno prints its address and what the app throws.
    onListen: () => {},
    onError: () => new Response(null, { status: 500 }),
  });

  return {
    hostname,
    port: server.addr.port,
    async close(graceMs: number) {
      const cut = setTimeout(cuts.cutAll, graceMs);
      await server.shutdown();
      clearTimeout(cut);
    },
  };

  // Why: a plain answer is no stream, and to look into its headers costs a few percent.
  function trackPending(response: Response | Promise<Response>): Response | Promise<Response> {
    return response instanceof Promise ? cuts.trackPending(response) : response;
  }
}

/** Makes a fetch of what answers in plain values, of which Deno makes a response at the least cost. */
function inPlain(answer: NonNullable<ListenOptions["answer"]>): ListenOptions["fetch"] {
  return (request) => {
    const reply = answer(request);
    return reply instanceof Promise ? reply.then(respond) : respond(reply);
  };
}

function respond(reply: PlainReply): Response {
  if (reply instanceof Response) return reply;
  const { status, headers, body } = reply;
  return new Response(body, { status, headers });
}
