// The API's `fetch` for a client in the same process. It fails as a `fetch` over the network does: with the signal's
// reason when the client gives up, and with a `TypeError` when a fault drops the connection.

import { isDropped } from "../shared/dropped-response.ts";

/** The `fetch` of a Hono app, which takes more than a request. */
type Fetch = (request: Request, ...rest: never[]) => Response | Promise<Response>;

/** Makes the `fetch` of a client in the same process out of the one that listeners get. */
export function createInProcessFetch(fetch: Fetch): Fetch {
  return function fetchInProcess(request, ...rest) {
    if (request.signal.aborted) return Promise.reject(request.signal.reason);
    const answer = fetch(request, ...rest);
    // Why: what is answered at once is neither held back nor lost.
    return answer instanceof Promise ? within(request, answer.then(take)) : answer;
  };
}

/** Waits for an answer until its client gives up. What was asked for goes on all the same, as a server does. */
function within(request: Request, answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    // Runtime: the signal of a request follows its client's only as long as the request is in use.
    const giveUp = () => reject(request.signal.reason);
    const settle = () => request.signal.removeEventListener("abort", giveUp);
    request.signal.addEventListener("abort", giveUp);
    answer.then(resolve, reject).finally(settle);
  });
}

// Why: a listener closes the connection of an answer that is lost, and alone of one that breaks off does the
// API tell the length.
function take(answer: Response): Response {
  const { body, headers } = answer;
  if (isDropped(answer)) throw lost("fetch failed");
  if (body === null || !headers.has("content-length")) return answer;
  const { status } = answer;
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

// Why: clients that try again look for these messages, or for such a code.
function lost(message: "fetch failed" | "terminated"): TypeError {
  const cause = new Error("a fault of the sandbox closed the connection");
  return new TypeError(message, { cause: Object.assign(cause, { code: "ECONNRESET" }) });
}
