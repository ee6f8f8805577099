// The merchant API: the order of checks on one screen. Its four paths are matched exactly, as they were
// sent, and so looking them up in the contract's table is all the routing there is.
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import type { Key } from "../seeds/blueprint.ts";
import type { Location } from "../world/locate-world.ts";
import { type RequestRecord, recordOf } from "../world/request-record.ts";
import type { World } from "../world/world.ts";
import { authenticate } from "./authenticate.ts";
import { type Call, createCall } from "./call.ts";
import { createCheckoutLink } from "./create-checkout-link.ts";
import { injectFault } from "./inject-fault.ts";
import { limitRate } from "./limit-rate.ts";
import { listOrders } from "./list-orders.ts";
import { listProducts } from "./list-products.ts";
import { loseAnswer } from "./lose-answer.ts";
import { ping } from "./ping.ts";
import { JSON_TYPE, renderError } from "./render-error.ts";
import { requireMethod } from "./require-method.ts";
import { requireAccess, requireScope } from "./require-scope.ts";
import { respond } from "./respond.ts";
import { unknownRoute } from "./unknown-route.ts";
import { validateQuery } from "./validate.ts";

export interface ApiOptions {
  /** Told of every request once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** The names of the worlds that there are. */
  readonly worldNames: () => readonly string[];
  /** The hosted address of a world. */
  readonly hostedUrlOf: (world: World) => string;
}

export interface Api {
  /** Answers a request under an id, in the world that its address leads to. */
  fetch(request: Request, id: string, location: Location): Response | Promise<Response>;
}

type Handler = (call: Call, key: Key, request: Request) => string | Promise<string>;

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(ENDPOINTS).map((endpoint) => [endpoint.path, endpoint]),
);

/** Makes the API: a request in, its answer out. */
export function createApi({ onRequest, worldNames, hostedUrlOf }: ApiOptions): Api {
  const handlers: Record<EndpointName, Handler> = {
    ping,
    products: listProducts,
    orders: listOrders,
    "checkout-links": createCheckoutLink(hostedUrlOf),
  };

  return {
    fetch(request, id, location) {
      const call = createCall(request, id, location);
      call.world.journal.note(call);
      // Why: no router, which would make a context with closures for each request: more than all else.
      const endpoint = BY_PATH.get(call.path);
      const response = endpoint
        ? answer(call, endpoint, request)
        : fail(call, unknownRoute(call, worldNames));
      // Why: the checks up to the fault are made by now, whatever the answer still waits for.
      return call.drop ? loseAnswer(call.method, response, call.drop) : response;
    },
  };

  function answer(call: Call, endpoint: Endpoint, request: Request): Response | Promise<Response> {
    call.endpoint = endpoint.name;
    try {
      requireMethod(call, endpoint);
      const key = authenticate(call);
      // Why: returned, not thrown, for this is the refusal that counts: to throw costs as much as the look-up.
      if (key instanceof ApiError) return fail(call, key);
      const held = injectFault(call, endpoint, key);
      if (held !== undefined) return answerLater(call, endpoint, key, request, held);
      const body = handle(call, endpoint, key, request);
      if (typeof body === "string") return succeed(call, endpoint, body);
      return succeedLater(call, endpoint, body);
    } catch (error) {
      return fail(call, error);
    }
  }

  function handle(call: Call, endpoint: Endpoint, key: Key, request: Request) {
    limitRate(call, key);
    requireAccess(key);
    requireScope(endpoint, key);
    validateQuery(call);
    return handlers[endpoint.name](call, key, request);
  }

  // Why: apart, for what is made for a promise would be made for every answer.
  function answerLater(
    call: Call,
    endpoint: Endpoint,
    key: Key,
    request: Request,
    held: Promise<void>,
  ): Promise<Response> {
    return succeedLater(
      call,
      endpoint,
      held.then(() => handle(call, endpoint, key, request)),
    );
  }

  function succeedLater(call: Call, endpoint: Endpoint, body: Promise<string>): Promise<Response> {
    return body.then(
      (text) => succeed(call, endpoint, text),
      (error) => fail(call, error),
    );
  }

  function succeed(call: Call, { success }: Endpoint, body: string): Response {
    complete(call, success, body);
    return respond(call, success, body, JSON_TYPE);
  }

  function fail(call: Call, thrown: unknown): Response {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const { body, contentType } = renderError(error, call.id, call.world.settings.errorBody);
    call.why = error.details.why;
    if (error !== thrown) call.stack = stackOf(thrown);
    complete(call, error.status, body);
    return respond(call, error.status, body, contentType, error.details.headers);
  }

  function complete(call: Call, status: number, body: string): void {
    call.status = status;
    call.answer = body;
    call.ended = performance.now();
    call.world.journal.complete(call);
    onRequest?.(recordOf(call, call.world));
  }
}

function bug(thrown: unknown): ApiError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError("internal_error", { why: `a bug in the sandbox: ${why}` });
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack : undefined;
}
