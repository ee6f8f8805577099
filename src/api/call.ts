// One request on its way through the API: what came in, and what the checks learn about it.
import type { Key } from "../model/state.ts";
import { bearerToken } from "../shared/patterns.ts";
import type { Exchange } from "../world/journal/exchange.ts";
import type { Location } from "../world/locate-world.ts";
import type { World } from "../world/world.ts";

/** What the checks read and write. The world's journal keeps it. */
export interface Call extends Exchange {
  readonly world: World;
  /** The bearer token that was sent. */
  readonly token: string | undefined;
  /** Undefined until the request is authenticated. */
  key: Key | undefined;
  /** Headers that the checks add to every response. */
  headers?: Record<string, string> | undefined;
}

/** Makes the call of a request that has just come in. */
export function createCall(request: Request, id: string, { world, path, query }: Location): Call {
  const { method, headers } = request;
  return {
    id,
    time: world.clock.now(),
    started: performance.now(),
    method,
    path,
    query,
    sentHeaders: headers,
    sentBody: undefined,
    hasBody: hasUndeclaredBody(request) || undefined,
    world,
    token: bearerToken(headers.get("authorization")),
    endpoint: undefined,
    key: undefined,
    status: undefined,
    ended: undefined,
    responseBody: undefined,
    responseHeaders: undefined,
    why: undefined,
    place: 0,
  };
}

/** Whether a web page elsewhere had a browser send a call, without a key of the world. */
export function isStray({ sentHeaders, token, world }: Call): boolean {
  const isFromPage =
    sentHeaders.has("origin") || sentHeaders.get("sec-fetch-site") === "cross-site";
  return isFromPage && (token === undefined || world.findKey(token) === undefined);
}

// Why: the body is looked at last, because a look makes it a stream.
function hasUndeclaredBody(request: Request): boolean {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD") return false;
  return (
    !headers.has("content-length") && !headers.has("transfer-encoding") && request.body !== null
  );
}

/** The key of a call that is authenticated. */
export function keyOf({ key }: Call): Key {
  if (key === undefined) throw new Error("the request is not authenticated yet");
  return key;
}

/** Adds a hint for testers to a response without an error. */
export function hint(call: Call, text: string): void {
  call.hints ??= [];
  call.hints.push(text);
}
