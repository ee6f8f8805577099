// Listens with Deno.serve, and ends responses in flight, because Deno cannot close connections during a graceful
// shutdown. A connection whose client stopped within a body stays open, unread.
import { guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

declare const Deno: {
  serve(options: {
    hostname: string;
    port: number;
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Response | Promise<Response>;
    onListen: () => void;
    onError: (error: unknown) => Response;
  }): { readonly addr: { readonly port: number }; shutdown(): Promise<void> };
};

// Runtime: Bun and Node respond with 431 above this, Deno only above 256 KiB.
const MOST_HEADER_BYTES = 16 * 1024;

/** Listens on Deno. */
export function listenOnDeno(options: ListenOptions): Listener {
  const { hostname, port, fetch, arrivalMs } = options;
  const cuts = createCuts();
  const guarded = guard(fetch, {
    // Runtime: not while a read from a silent client is pending.
    cut: (response, silent) => (silent ? response : endingConnection(response)),
    // Runtime: Deno itself waits for a head or a short body without a time limit.
    arrivalMs,
  });
  const server = Deno.serve({
    hostname,
    port,
    // Runtime: Deno accepts requests without `Host`, and does not report HTTP/1.0, where it may be missing.
    handler: (request, { remoteAddr }) => {
      if (!request.headers.has("host")) return new Response(null, { status: 400 });
      if (areLong(request.headers)) return new Response(null, { status: 431 });
      return cuts.track(guarded(request, () => remoteAddr.hostname));
    },
    // Runtime: without these two, Deno prints its address and the errors of the app.
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
}

/** Whether headers are longer than the other runtimes accept. The journal would keep them. */
function areLong(headers: Headers): boolean {
  let length = 0;
  for (const [name, value] of headers) length += name.length + value.length;
  return length > MOST_HEADER_BYTES;
}

/** The responses in flight that may outlast a close: pending ones and event streams. */
interface Cuts {
  /** Returns a response, and remembers how to end it while it is in flight. */
  track(response: Response | Promise<Response>): Response | Promise<Response>;
  /** Ends all responses in flight. */
  cutAll(): void;
}

/** Makes a response close its connection after the client has received all of it. */
// Runtime: Deno ignores `Connection: close`. Only a body that fails closes the connection.
async function endingConnection(response: Response): Promise<Response> {
  if (isStream(response)) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("content-length", `${bytes.length}`);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      controller.error();
    },
  });
  return new Response(body, { status: response.status, headers });
}

const isStream = ({ headers }: Response) =>
  headers.get("content-type")?.startsWith("text/event-stream") ?? false;

/** Creates the cuts of one listener. */
function createCuts(): Cuts {
  const cuts = new Set<() => void>();

  function trackPending(pending: Promise<Response>): Promise<Response> {
    return new Promise((resolve, reject) => {
      const lost = new ReadableStream({ start: (controller) => controller.error() });
      const cut = () => resolve(new Response(lost, { status: 503 }));
      cuts.add(cut);
      pending.then(
        (response) => {
          cuts.delete(cut);
          resolve(response);
        },
        (error) => {
          cuts.delete(cut);
          reject(error);
        },
      );
    });
  }

  function trackStream(response: Response): Response {
    // Why: reading the body of other responses would prevent Deno's fast path for text.
    if (!isStream(response)) return response;
    const reader = response.body?.getReader();
    if (reader === undefined) return response;
    let cut = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        cut = () => {
          controller.error();
          reader.cancel().catch(() => {});
        };
        cuts.add(cut);
      },
      async pull(controller) {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        cuts.delete(cut);
        controller.close();
      },
      cancel(reason) {
        cuts.delete(cut);
        return reader.cancel(reason);
      },
    });
    return new Response(body, response);
  }

  return {
    track: (response) =>
      response instanceof Promise ? trackPending(response.then(trackStream)) : response,
    cutAll: () => {
      for (const cut of cuts) cut();
      cuts.clear();
    },
  };
}
