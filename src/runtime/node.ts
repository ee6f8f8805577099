// Listens with node:http and @hono/node-server, which converts requests and responses.
import { createServer, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { ARRIVAL_MS, guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";

const CHECK_MS = 10_000;

/** Listens on Node. */
export function listenOnNode(options: ListenOptions): Promise<Listener> {
  const { hostname, port, fetch, ownsProcess = false, arrivalMs = ARRIVAL_MS } = options;
  const guarded = guard(fetch, { arrivalMs });
  let inFlight = 0;
  const handle = getRequestListener(
    (request, env) => {
      const { incoming, outgoing } = env as HttpBindings;
      const response = guarded(request, () => incoming.socket.remoteAddress);
      return response instanceof Promise
        ? response.then((made) => deliver(made, outgoing))
        : deliver(response, outgoing);
    },
    // Why: Node itself reads the rest of a body, without a time limit.
    { hostname, overrideGlobalObjects: ownsProcess, autoCleanupIncoming: false },
  );
  const isText = createTextProbe();

  function deliver(response: Response, outgoing: ServerResponse): Response {
    return isText(response) ? response : destroyingOnError(response, outgoing);
  }

  // Runtime: the defaults are one minute for the head and five for the whole request. Node checks its connections from
  // time to time, and closes late ones with a 408.
  const limits = {
    headersTimeout: arrivalMs,
    requestTimeout: arrivalMs,
    connectionsCheckingInterval: Math.min(arrivalMs / 4, CHECK_MS),
  };
  const server = createServer(limits, (incoming, outgoing) => {
    inFlight++;
    outgoing.on("close", forget);
    void handle(incoming, outgoing);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));

  function forget(): void {
    inFlight--;
    if (!server.listening) sweep();
  }

  // Runtime: Node does not count a client that sent nothing or half a request as idle. A connection whose request ends
  // during a close stays open.
  function sweep(): void {
    if (inFlight === 0) server.closeAllConnections();
    else server.closeIdleConnections();
  }

  async function close(graceMs: number): Promise<void> {
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close();
    sweep();
    await closed;
    clearTimeout(cut);
  }

  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(port, hostname, () => {
      const address = server.address();
      const bound = typeof address === "object" && address !== null ? address.port : port;
      resolve({ hostname, port: bound, close });
    });
  });
}

/** Makes a response that closes its connection if its body fails. */
// Runtime: the adapter would print the error and send its message to the client.
function destroyingOnError(response: Response, outgoing: ServerResponse): Response {
  const reader = response.body?.getReader();
  if (reader === undefined) return response;
  let begun = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        begun = true;
        controller.enqueue(value);
      } catch {
        // Runtime: the adapter delays the first chunk.
        while (begun && !outgoing.headersSent && !outgoing.destroyed) await nextTurn();
        outgoing.destroy();
        controller.close();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Creates a function that recognises text responses of the adapter. They replace Node's if the process is this
 * program's own, and the adapter writes them three times as fast as other responses.
 */
function createTextProbe(): (response: Response) => boolean {
  // Runtime: the adapter keeps the status, body and headers of a response under a symbol.
  const [made = ""] = Object.getOwnPropertySymbols(new Response(""));
  return (response) => typeof Reflect.get(response, made)?.[1] === "string";
}
