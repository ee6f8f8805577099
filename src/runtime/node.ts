// Listening with node:http and @hono/node-server, which makes web requests of Node's and writes responses.
import { createServer, type ServerResponse } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ARRIVAL_MS, guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";
import { sendStream } from "./node-stream.ts";

const CHECK_MS = 10_000;

/** Listens on Node. */
export function listenOnNode(options: ListenOptions): Promise<Listener> {
  const { hostname, port, fetch, ownsProcess = false, arrivalMs = ARRIVAL_MS } = options;
  const guarded = guard(fetch, { arrivalMs });
  const inFlight = new Set<ServerResponse>();
  const answer = getRequestListener(
    (request, env) => {
      const response = guarded(request);
      return response instanceof Promise
        ? response.then((made) => deliver(made, env as HttpBindings))
        : deliver(response, env as HttpBindings);
    },
    // Why: Node itself reads what is left of a body, however long that takes.
    { hostname, overrideGlobalObjects: ownsProcess, autoCleanupIncoming: false },
  );
  const isText = createTextProbe();

  function deliver(response: Response, { outgoing }: HttpBindings): Response | Promise<Response> {
    if (isText(response)) return response;
    return sendStream(response, outgoing).then(() => RESPONSE_ALREADY_SENT);
  }

  // Runtime: the defaults are a minute for the head and five for all. Node looks at its connections now and
  // then, and cuts late ones with a 408.
  const limits = {
    headersTimeout: arrivalMs,
    requestTimeout: arrivalMs,
    connectionsCheckingInterval: Math.min(arrivalMs / 4, CHECK_MS),
  };
  const server = createServer(limits, (incoming, outgoing) => {
    inFlight.add(outgoing);
    outgoing.on("close", forget);
    void answer(incoming, outgoing);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));

  function forget(this: ServerResponse): void {
    inFlight.delete(this);
    if (!server.listening) sweep();
  }

  // Runtime: to Node a client that sent nothing yet, or half a request, is not idle; and a
  // connection whose request ends during a close stays open.
  function sweep(): void {
    if (inFlight.size === 0) server.closeAllConnections();
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

/**
 * Makes what tells a response of text from all others. Only the adapter's own responses, which take the place
 * of Node's in a process of ours, can be told: these it writes in a third of the time.
 */
function createTextProbe(): (response: Response) => boolean {
  // Runtime: the adapter keeps what a response was made of, status, body and headers, under a symbol.
  const [made = ""] = Object.getOwnPropertySymbols(new Response(""));
  return (response) => typeof Reflect.get(response, made)?.[1] === "string";
}
