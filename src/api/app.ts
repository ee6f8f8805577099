// The merchant API: the order of checks on one screen, then four routes from the contract's table.
import { Hono } from "hono";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import type { Key } from "../seeds/blueprint.ts";
import { authenticate } from "./authenticate.ts";
import { type Call, type RequestRecord, recordOf } from "./call.ts";
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
}

export interface Api {
  fetch(call: Call): Response | Promise<Response>;
}

const HANDLERS: Record<EndpointName, (call: Call, key: Key) => string | Promise<string>> = {
  ping: (_call, key) => ping(key),
  products: listProducts,
  orders: listOrders,
  "checkout-links": createCheckoutLink,
};

const encoder = new TextEncoder();

/** Makes the API: a call in, its answer out. */
export function createApi({ onRequest }: ApiOptions): Api {
  const app = new Hono<{ Bindings: Call }>({
    // Why: the world's prefix is cut off before, and nothing is decoded: paths are matched as sent.
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  for (const endpoint of Object.values(ENDPOINTS)) {
    // Why: one handler a path, methods told apart in it: Hono calls a single one without a promise.
    app.all(endpoint.path, ({ env }) => answer(env, endpoint));
  }
  app.notFound(({ env }) => fail(env, unknownRoute(env)));

  return {
    fetch(call) {
      const response = app.fetch(call.request, call);
      // Why: only here, as Hono takes the body from the answer to a HEAD. The checks up to the fault
      // are made by now, whatever the answer still waits for.
      return call.drop ? loseAnswer(call.request, response, call.drop) : response;
    },
  };

  function answer(call: Call, endpoint: Endpoint): Response | Promise<Response> {
    call.endpoint = endpoint.name;
    try {
      requireMethod(call, endpoint);
      const key = authenticate(call);
      const held = injectFault(call, endpoint, key);
      const body = held
        ? held.then(() => handle(call, endpoint, key))
        : handle(call, endpoint, key);
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
    onRequest?.(recordOf(call, success));
    return respond(call, success, body, headersOf(call, JSON_TYPE));
  }

  function fail(call: Call, thrown: unknown): Response {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const stack = error === thrown ? undefined : stackOf(thrown);
    onRequest?.(recordOf(call, error.status, error.details.why, stack));
    const { body, contentType } = renderError(error, call.id, call.world.settings.errorBody);
    const headers = { ...headersOf(call, contentType), ...error.details.headers };
    return respond(call, error.status, body, headers);
  }
}

function handle(call: Call, endpoint: Endpoint, key: Key): string | Promise<string> {
  limitRate(call, key);
  requireAccess(key);
  requireScope(endpoint, key);
  validateQuery(call);
  return HANDLERS[endpoint.name](call, key);
}

function respond(
  { request }: Call,
  status: number,
  body: string,
  headers: Record<string, string>,
): Response {
  // Why: Hono takes the body from the answer to a HEAD, and its length with it.
  if (request.method === "HEAD") headers["Content-Length"] = `${encoder.encode(body).length}`;
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

function requireMethod({ request }: Call, { name, method }: Endpoint): void {
  if (request.method === method || (request.method === "HEAD" && method === "GET")) return;
  const allow = method === "GET" ? "GET, HEAD" : method;
  const why = `${name} answers ${allow.replace(", ", " and ")}, not ${request.method}`;
  throw new ApiError("method_not_allowed", { why, headers: { Allow: allow } });
}

function unknownRoute({ path }: Call): ApiError {
  const world = /^\/w\/([^/]+)/.exec(path)?.[1];
  if (world !== undefined) {
    return new ApiError("route_not_found", {
      why: `there is no world called ${world}; make it, or mind the name`,
    });
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
