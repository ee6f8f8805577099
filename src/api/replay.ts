// Sends a request of the journal again, unchanged, with the key that was sent.
import type { Exchange } from "../world/journal/exchange.ts";
import type { RequestChange } from "../world/journal/request-change.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";

type Fetch = (request: Request) => Response | Promise<Response>;

const BODY_LENGTH = ["content-length", "transfer-encoding"];

/**
 * Sends a request of a world to the API again, as it was or changed, under a new id, and resolves with the new
 * request, or with undefined if that has already left the journal. Throws `WorldError` if it cannot be sent.
 */
export async function replay(
  fetch: Fetch,
  world: World,
  exchange: Exchange,
  change: RequestChange = {},
): Promise<Exchange | undefined> {
  const { journal } = world;
  const before = journal.newest();
  const response = fetch(rebuild(exchange, world, change));
  // Why: now, because it may leave the journal before there is a response.
  const newest = journal.newest();
  const again = newest === before ? undefined : journal.find(newest ?? "");
  // Why: a fault may have dropped the response, and the journal has all there is to know.
  await Promise.resolve(response).catch(() => {});
  return again;
}

function rebuild(exchange: Exchange, world: World, change: RequestChange): Request {
  const { id, path, query, sentHeaders, sentBody } = exchange;
  const { method = exchange.method } = change;
  const missing = change.body === undefined ? missingOf({ ...exchange, method }) : undefined;
  if (missing !== undefined) throw cannot(id, missing);
  // Why: a request to a name that is not the sandbox's stays one.
  const host = `http://${sentHeaders.get("host") ?? "sandbox"}`;
  const target = `/w/${world.name}${change.path ?? path + (query && `?${query}`)}`;
  const url = (URL.canParse(host) ? host : "http://sandbox") + target;
  const sent = typeof sentBody === "string" ? sentBody : null;
  const hasBody = method !== "GET" && method !== "HEAD";
  if (change.body && !hasBody) throw cannot(id, `a ${method} request has no body`);
  const mask = change.body && findMask(change.body, sent ?? "", world);
  if (mask) throw cannot(id, `its body has ${mask} in place of a secret`, "Write the secret.");
  const body = hasBody ? (change.body === undefined ? sent : change.body) : null;
  const headers = changeHeaders(sentHeaders, change, (body ?? "") === (sent ?? ""));
  if (headers === undefined) throw cannot(id, "a header has characters that HTTP does not allow");
  const request = createRequest(url, { method, headers, body });
  if (request === undefined) throw cannot(id, `this runtime cannot send the method ${method}`);
  // Runtime: Deno resolves no `..` in the path of a request that came in, but in that of one that goes out.
  if (!request.url.endsWith(target)) throw cannot(id, "its path cannot be sent unchanged");
  return request;
}

/** Finds a mask of the shown body in an edited one. */
function findMask(edited: string, sent: string, { mask }: World): string | undefined {
  const masks = mask.text(sent).match(/[^\s"']{0,4}…[^\s"']{0,2}/g) ?? [];
  return masks.find((text) => edited.includes(text) && !sent.includes(text));
}

/** The headers to send; undefined if one is not possible. */
function changeHeaders(
  sent: Exchange["sentHeaders"],
  { headers: changes = {} }: RequestChange,
  hasSameBody: boolean,
) {
  try {
    const headers = new Headers([...sent]);
    // Why: they are about another body.
    if (!hasSameBody) for (const name of BODY_LENGTH) headers.delete(name);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    return headers;
  } catch {
    return undefined;
  }
}

// Runtime: Node and Deno make no request of a method like TRACE, and Bun makes a GET of one that it does not know.
function createRequest(url: string, init: RequestInit & { method: string }): Request | undefined {
  try {
    const request = new Request(url, init);
    return request.method === init.method.toUpperCase() ? request : undefined;
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

function cannot(id: string, reason: string, fix = "Send it from your client."): WorldError {
  return new WorldError("conflict", `Request ${id} cannot be sent again: ${reason}. ${fix}`);
}
