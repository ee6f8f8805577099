// The merchant API: the order of checks on one screen, then four routes from the contract's table.
import { Hono } from "hono";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import type { Key } from "../seeds/blueprint.ts";
import { nearest } from "../seeds/nearest.ts";
import { type RequestRecord, recordOf } from "../world/request-record.ts";
import { authenticate } from "./authenticate.ts";
import { type Arrival, type Call, hint } from "./call.ts";
import { createCheckoutLink } from "./create-checkout-link.ts";
import { injectFault } from "./inject-fault.ts";
import { limitRate } from "./limit-rate.ts";
import { listOrders } from "./list-orders.ts";
import { listProducts } from "./list-products.ts";
import { loseAnswer } from "./lose-answer.ts";
import { ping } from "./ping.ts";
import { JSON_TYPE, renderError } from "./render-error.ts";
import { requireAccess, requireScope } from "./require-scope.ts";
import { validateQuery } from "./validate.ts";

export interface ApiOptions {
  /** Told of every request once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** The names of the worlds that there are. */
  readonly worldNames: () => readonly string[];
}

export interface Api {
  fetch(arrival: Arrival): Response | Promise<Response>;
}

type Handler = (call: Call, key: Key, request: Request) => string | Promise<string>;

const HANDLERS: Record<EndpointName, Handler> = {
  ping: (_call, key) => ping(key),
  products: listProducts,
  orders: listOrders,
  "checkout-links": createCheckoutLink,
};

const encoder = new TextEncoder();

/** Makes the API: a call in, its answer out. */
export function createApi({ onRequest, worldNames }: ApiOptions): Api {
  const app = new Hono<{ Bindings: Arrival }>({
    // Why: the world's prefix is cut off before, and nothing is decoded: paths are matched as sent.
    getPath: (_request, options) => options?.env?.call?.path ?? "/",
  });
  for (const endpoint of Object.values(ENDPOINTS)) {
    // Why: one handler a path, methods told apart in it: Hono calls a single one without a promise.
    app.all(endpoint.path, ({ env }) => answer(env, endpoint));
  }
  app.notFound(({ env: { call } }) => fail(call, unknownRoute(call, worldNames)));

  return {
    fetch(arrival) {
      const { call, request } = arrival;
      call.world.journal.note(call);
      const response = app.fetch(request, arrival);
      // Why: only here, as Hono takes the body from the answer to a HEAD. The checks up to the fault
      // are made by now, whatever the answer still waits for.
      return call.drop ? loseAnswer(call.method, response, call.drop) : response;
    },
  };

  function answer(arrival: Arrival, endpoint: Endpoint): Response | Promise<Response> {
    const { call } = arrival;
    call.endpoint = endpoint.name;
    try {
      requireMethod(call, endpoint);
      const key = authenticate(call);
      const held = injectFault(call, endpoint, key);
      const body = held
        ? held.then(() => handle(arrival, endpoint, key))
        : handle(arrival, endpoint, key);
      return typeof body === "string"
        ? succeed(call, endpoint, body)
        : body.then(
            (text) => succeed(call, endpoint, text),
            (error) => fail(call, error),
          );
    } catch (error) {
      return fail(call, error);
    }
  }

  function succeed(call: Call, { success }: Endpoint, body: string): Response {
    complete(call, success, body);
    return respond(call, success, body, headersOf(call, JSON_TYPE));
  }

  function fail(call: Call, thrown: unknown): Response {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const { body, contentType } = renderError(error, call.id, call.world.settings.errorBody);
    call.why = error.details.why;
    if (error !== thrown) call.stack = stackOf(thrown);
    complete(call, error.status, body);
    const headers = { ...headersOf(call, contentType), ...error.details.headers };
    return respond(call, error.status, body, headers);
  }

  function complete(call: Call, status: number, body: string): void {
    call.status = status;
    call.answer = body;
    call.ended = performance.now();
    call.world.journal.complete(call);
    onRequest?.(recordOf(call, call.world));
  }
}

function handle(
  { call, request }: Arrival,
  endpoint: Endpoint,
  key: Key,
): string | Promise<string> {
  limitRate(call, key);
  requireAccess(key);
  requireScope(endpoint, key);
  validateQuery(call);
  return HANDLERS[endpoint.name](call, key, request);
}

function respond(
  { method }: Call,
  status: number,
  body: string,
  headers: Record<string, string>,
): Response {
  // Why: Hono takes the body from the answer to a HEAD, and its length with it.
  if (method === "HEAD") headers["Content-Length"] = `${encoder.encode(body).length}`;
  return new Response(body, { status, headers });
}

function headersOf(call: Call, contentType: string): Record<string, string> {
  const headers = {
    "Content-Type": contentType,
    "Cache-Control": "no-store",
    "X-Request-Id": call.id,
  };
  return call.headers ? { ...headers, ...call.headers } : headers;
}

function requireMethod(call: Call, { name, method }: Endpoint): void {
  if (call.method === method || (call.method === "HEAD" && method === "GET")) return;
  const [allow, mend] =
    method === "GET"
      ? ["GET, HEAD", "send GET, without a body"]
      : [method, `send ${method} with a body of JSON`];
  if (call.method === "GET") {
    hint(
      call,
      "a client that follows a redirect turns POST into GET; call the address it leads to",
    );
  }
  const why = `${name} answers ${allow.replace(", ", " and ")}, not ${call.method}; ${mend}`;
  throw new ApiError("method_not_allowed", { why, headers: { Allow: allow } });
}

function unknownRoute({ path }: Call, worldNames: ApiOptions["worldNames"]): ApiError {
  const world = /^\/w\/([^/]+)/.exec(path)?.[1];
  if (world !== undefined) {
    const near = nearest(world, worldNames());
    const mend = near ? `did you mean ${near}?` : "make it, or mind the name";
    return new ApiError("route_not_found", { why: `there is no world called ${world}; ${mend}` });
  }
  const paths = Object.values(ENDPOINTS).map((endpoint) => endpoint.path);
  return new ApiError("route_not_found", {
    why: `${path} is none of the four paths, which are matched exactly: ${paths.join(", ")}`,
  });
}

function bug(thrown: unknown): ApiError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError("internal_error", { why: `a bug in the sandbox: ${why}` });
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack : undefined;
}
