// Listening with node:http: in plain values where that does, else by @hono/node-server, which makes web
// requests. How these are answered lives in node-plain.ts and node-send.ts.
import { createServer, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ARRIVAL_MS, answer, guard } from "./guard.ts";
import type { Listener, ListenOptions } from "./listener.ts";
import { answerPlain, readPlain } from "./node-plain.ts";
import { send } from "./node-send.ts";

const CHECK_MS = 10_000;

/** Listens on Node. */
export function listenOnNode(options: ListenOptions): Promise<Listener> {
  const { hostname, port, fetch, answer: plainly, arrivalMs = ARRIVAL_MS } = options;
  const guarded = guard(fetch, { arrivalMs });
  const inFlight = new Set<ServerResponse>();
  const answerWeb = getRequestListener(
    async (request, { outgoing }) => {
      if (!(outgoing instanceof ServerResponse)) return RESPONSE_ALREADY_SENT;
      await send(await answer(guarded, request), outgoing);
      return RESPONSE_ALREADY_SENT;
    },
    { hostname, overrideGlobalObjects: false },
  );
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
    const plain = plainly && readPlain(incoming);
    if (plain === undefined || plainly === undefined) void answerWeb(incoming, outgoing);
    else answerPlain(plainly, plain, outgoing);
  });
  const closed = new Promise<void>((resolve) => server.once("close", resolve));

  // Why: one function for all, for to make one for each request costs a few percent.
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
