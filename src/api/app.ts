// The merchant API: a Hono app with a route for each endpoint, and the order of checks on one screen.
import { Hono } from "hono";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import { type RequestRecord, recordOf } from "../world/journal/record.ts";
import { locateWorld, pathOf } from "../world/locate-world.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { type Call, createCall } from "./call.ts";
import { createCheckoutLink } from "./checkout-links.ts";
import { requireAccess, requireScope } from "./checks/access.ts";
import { injectFault } from "./checks/faults.ts";
import { authenticate } from "./checks/key.ts";
import { validateQuery } from "./checks/query.ts";
import { limitRate } from "./checks/rate-limit.ts";
import { requireMethod, unknownRoute } from "./checks/route.ts";
import { dropConnection, dropHead } from "./drop-connection.ts";
import { JSON_TYPE, renderError } from "./errors.ts";
import { listOrders } from "./orders.ts";
import { ping } from "./ping.ts";
import { listProducts } from "./products.ts";

export interface ApiOptions {
  readonly worlds: Worlds;
  /** Makes the id of a request. */
  readonly nextId: () => string;
  /** Called with every request once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** Answers a request that failed before it reached a world. */
  readonly onBug: (request: Request, thrown: unknown) => Response;
  /** Where the pages of a world are. */
  readonly addressesOf: (world: World) => { readonly hostedUrl: string };
}

/** A step that a request has to pass. It throws the `ApiError` to respond with, or rejects with it. */
type Check = (call: Call, endpoint: Endpoint) => void | Promise<void>;

/** Makes the JSON of a successful response. Throws as a check does. */
type Handler = (call: Call, request: Request) => string | Promise<string>;

// Contract: the order in which mistakes are answered. The body and the product are the endpoint's own.
const CHECKS: readonly Check[] = [
  requireMethod,
  authenticate,
  injectFault,
  limitRate,
  requireAccess,
  requireScope,
  validateQuery,
];

/** Makes the API of some worlds. */
export function createApi(options: ApiOptions): Hono {
  const { worlds, nextId, onRequest, onBug, addressesOf } = options;
  const handlers: Record<EndpointName, Handler> = {
    ping,
    products: listProducts,
    orders: listOrders,
    "checkout-links": createCheckoutLink((world) => addressesOf(world).hostedUrl),
  };

  const app = new Hono({ getPath: ({ url }) => pathOf(url) });
  for (const endpoint of Object.values(ENDPOINTS)) {
    const { path } = endpoint;
    // Why: one handler for all methods, because Hono is synchronous if one matches and asynchronous if two do.
    app.on("ALL", [path, `/w/:world${path}`], (c) => handle(c.req.raw, endpoint));
  }
  app.notFound((c) => handle(c.req.raw));
  app.onError((error, c) => onBug(c.req.raw, error));
  const { fetch } = app;
  app.fetch = (request, ...rest) => dropHead(request, fetch(request, ...rest));
  return app;

  function handle(request: Request, endpoint?: Endpoint): Response | Promise<Response> {
    const call = createCall(request, nextId(), locateWorld(request.url, worlds, endpoint?.path));
    call.world.journal.note(call);
    // Contract: paths match as they were sent; an app that has this one mounted may decode them before.
    if (endpoint?.path !== call.path) return fail(call, unknownRoute(call, worlds.likelyNames));
    call.endpoint = endpoint.name;
    return proceed(call, endpoint, request);
  }

  /** Runs the checks from one on, and then the endpoint; at once, unless something has to be awaited. */
  function proceed(
    call: Call,
    endpoint: Endpoint,
    request: Request,
    first = 0,
  ): Response | Promise<Response> {
    try {
      for (let index = first; index < CHECKS.length; index++) {
        const held = CHECKS[index]?.(call, endpoint);
        if (held) return proceedLater(held, call, endpoint, request, index + 1);
      }
      const json = handlers[endpoint.name](call, request);
      return typeof json === "string"
        ? respond(call, endpoint.success, JSON_TYPE, json)
        : respondLater(json, call, endpoint);
    } catch (thrown) {
      return fail(call, thrown);
    }
  }

  async function proceedLater(
    held: Promise<void>,
    call: Call,
    endpoint: Endpoint,
    request: Request,
    next: number,
  ): Promise<Response> {
    try {
      await held;
    } catch (thrown) {
      return fail(call, thrown);
    }
    return proceed(call, endpoint, request, next);
  }

  async function respondLater(
    json: Promise<string>,
    call: Call,
    { success }: Endpoint,
  ): Promise<Response> {
    try {
      return respond(call, success, JSON_TYPE, await json);
    } catch (thrown) {
      return fail(call, thrown);
    }
  }

  function fail(call: Call, thrown: unknown): Response | Promise<Response> {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const { body, contentType } = renderError(error, call.id, call.world.settings.errorBody);
    call.why = error.details.why;
    if (error !== thrown && thrown instanceof Error) call.stack = thrown.stack;
    return respond(call, error.status, contentType, body, error.details.headers);
  }

  function respond(
    call: Call,
    status: number,
    contentType: string,
    body: string,
    headers?: Readonly<Record<string, string>>,
  ): Response | Promise<Response> {
    call.status = status;
    call.answer = body;
    call.ended = performance.now();
    call.world.journal.complete(call);
    onRequest?.(recordOf(call, call.world));
    const response = createResponse(call, status, body, {
      "Content-Type": contentType,
      "Cache-Control": "no-store",
      "X-Request-Id": call.id,
      ...call.headers,
      ...headers,
    });
    return call.drop ? dropConnection(response, call) : response;
  }
}

function createResponse(
  { method }: Call,
  status: number,
  body: string,
  headers: Record<string, string>,
): Response {
  if (method !== "HEAD") return new Response(body, { status, headers });
  // Why: Hono and the runtimes leave out the length together with the body.
  headers["Content-Length"] = `${new TextEncoder().encode(body).length}`;
  return new Response(null, { status, headers });
}

function bug(thrown: unknown): ApiError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError("internal_error", { why: `a bug in the sandbox: ${why}` });
}
