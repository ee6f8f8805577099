// The API's `fetch` for a client in the same process. It fails as a `fetch` over the network does: with the signal's
// reason when the client gives up, and with a `TypeError` when a fault drops the connection.

import { isDropped } from "../shared/dropped-response.ts";

/** The `fetch` of a Hono app, which takes more than a request. */
type Fetch = (request: Request, ...rest: never[]) => Response | Promise<Response>;

/** Makes the `fetch` of a client in the same process out of the one that listeners get. */
export function createInProcessFetch(fetch: Fetch): Fetch {
  return function fetchInProcess(request, ...rest) {
    if (request.signal.aborted) return Promise.reject(request.signal.reason);
    const response = fetch(request, ...rest);
    // Why: a response that is there at once is neither delayed nor dropped.
    return response instanceof Promise ? within(request, response.then(checkDropped)) : response;
  };
}

/** Waits for a response until the client aborts. The request is still processed, as by a server. */
function within(request: Request, response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Runtime: the signal of a request follows its client's only as long as the request is in use.
    const abort = () => reject(request.signal.reason);
    const stopListening = () => request.signal.removeEventListener("abort", abort);
    request.signal.addEventListener("abort", abort);
    response.then(resolve, reject).finally(stopListening);
  });
}

// Why: a listener closes the connection of a dropped response. Only a response that breaks off declares its length.
function checkDropped(response: Response): Response {
  const { body, headers } = response;
  if (isDropped(response)) throw lost("fetch failed");
  if (body === null || !headers.has("content-length")) return response;
  const { status } = response;
  return new Response(breakingOff(body.getReader()), { status, headers });
}

function breakingOff(reader: ReadableStreamDefaultReader<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const chunk = await reader.read().catch(() => undefined);
      if (chunk?.value === undefined) controller.error(lost("terminated"));
      else controller.enqueue(chunk.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

// Why: clients that retry look for these messages, or for this code.
function lost(message: "fetch failed" | "terminated"): TypeError {
  const cause = new Error("a fault of the sandbox closed the connection");
  return new TypeError(message, { cause: Object.assign(cause, { code: "ECONNRESET" }) });
}
