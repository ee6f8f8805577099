// Sends a request of the journal again, unchanged, with the key that was sent.
import type { Exchange } from "../world/journal/exchange.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

/**
 * Sends a request of a world to the API again, under a new id, and resolves with the new request, or with
 * undefined if that has already left the journal. Throws `WorldError` if the journal has only part of the request.
 */
export async function replay(
  fetch: Fetch,
  world: World,
  exchange: Exchange,
): Promise<Exchange | undefined> {
  const { journal } = world;
  const number = journal.numbers.next;
  const response = fetch(rebuild(exchange, world));
  // Why: now, because it may leave the journal before there is a response.
  const again = number < journal.numbers.first ? undefined : journal.numbered(number);
  // Why: a fault may have dropped the response, and the journal has all there is to know.
  await Promise.resolve(response).catch(() => {});
  return again;
}

function rebuild(exchange: Exchange, world: World): Request {
  const { id, method, path, query, sentHeaders, sentBody } = exchange;
  const missing = missingOf(exchange);
  if (missing !== undefined) throw cannot(id, missing);
  // Why: a request to a name that is not the sandbox's stays one.
  const host = `http://${sentHeaders.get("host") ?? "sandbox"}`;
  const target = `/w/${world.name}${path}${query && `?${query}`}`;
  const url = (URL.canParse(host) ? host : "http://sandbox") + target;
  const body = typeof sentBody === "string" ? sentBody : null;
  const request = createRequest(url, { method, headers: [...sentHeaders], body });
  if (request === undefined) throw cannot(id, `this runtime cannot send the method ${method}`);
  // Runtime: Deno resolves no `..` in the path of a request that came in, but in that of one that goes out.
  if (!request.url.endsWith(target)) throw cannot(id, "its path cannot be sent unchanged");
  return request;
}

// Runtime: Node and Deno make no request of a method like TRACE.
function createRequest(url: string, init: RequestInit): Request | undefined {
  try {
    return new Request(url, init);
  } catch {
    return undefined;
  }
}

function missingOf({
  method,
  sentHeaders,
  sentBody,
  hasBody = false,
}: Exchange): string | undefined {
  if (typeof sentBody === "string") return undefined;
  if (sentBody !== undefined) {
    return `the journal has only the beginning of its body of ${sentBody.length} bytes`;
  }
  // Why: no endpoint reads the body of a GET, and so it makes no difference.
  if (method === "GET" || method === "HEAD") return undefined;
  const length = sentHeaders.get("content-length") ?? "0";
  if (length === "0" && !sentHeaders.has("transfer-encoding") && !hasBody) return undefined;
  return "it was rejected before its body was read";
}

function cannot(id: string, reason: string): WorldError {
  const fix = "Send it from your client.";
  return new WorldError("conflict", `Request ${id} cannot be sent again: ${reason}. ${fix}`);
}
