// Listening with node:http, whose requests @hono/node-server turns into web ones. How an answer is
// written lives in `node-send.ts`.
import { createServer, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Listener, ListenOptions } from "./listen.ts";
import { send } from "./node-send.ts";

// How often connections that fell idle during a close are swept away.
const SWEEP_MS = 20;

/** Listens on Node. */
export function listen(options: ListenOptions): Promise<Listener> {
  const server = createServer(
    getRequestListener(
      (request, { outgoing }) => answer(options, request, outgoing as ServerResponse),
      {
        hostname: options.hostname,
        overrideGlobalObjects: false,
      },
    ),
  );
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, options.hostname, () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : options.port;
      resolve({ hostname: options.hostname, port, close });
    });
  });

  function close(graceMs = 5000): Promise<void> {
    return new Promise((resolve) => {
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const cut = setTimeout(() => server.closeAllConnections(), graceMs);
      server.close(() => {
        clearInterval(sweep);
        clearTimeout(cut);
        resolve();
      });
    });
  }
}

async function answer(options: ListenOptions, request: Request, outgoing: ServerResponse) {
  let response: Response;
  try {
    response = await options.fetch(request);
  } catch {
    response = new Response(null, { status: 500 });
  }
  await send(response, outgoing);
  return RESPONSE_ALREADY_SENT;
}
