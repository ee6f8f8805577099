// The merchant API: the order of checks on one screen. Its four paths are matched exactly, as they were
// sent, and so looking them up in the contract's table is all the routing there is.
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import type { Listing } from "../contract/list.ts";
import type { Key } from "../model/state.ts";
import { type RequestRecord, recordOf } from "../world/journal/record.ts";
import type { Location } from "../world/locate-world.ts";
import type { World } from "../world/world.ts";
import { type Answer, toResponse } from "./answer.ts";
import { type ApiRequest, type Call, createCall } from "./call.ts";
import { createCheckoutLink } from "./checkout-links.ts";
import { requireAccess, requireScope } from "./checks/access.ts";
import { readText, refusalOfBody, validateQuery } from "./checks/body.ts";
import { injectFault } from "./checks/faults.ts";
import { authenticate } from "./checks/key.ts";
import { requireMethod } from "./checks/method.ts";
import { limitRate } from "./checks/rate-limit.ts";
import { loseAnswer } from "./drop-connection.ts";
import { type ContentType, JSON_TYPE, renderError } from "./errors.ts";
import { listOrders } from "./orders.ts";
import { ping } from "./ping.ts";
import { listProducts } from "./products.ts";
import { unknownRoute } from "./unknown-route.ts";

export interface ApiOptions<Reply> {
  /** Makes of an answer what is sent. */
  readonly render: (answer: Answer) => Reply;
  /** Told of every request once it is answered. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
  /** The names of the worlds that there are. */
  readonly worldNames: () => readonly string[];
  /** The hosted address of a world. */
  readonly hostedUrlOf: (world: World) => string;
}

export interface Api<Reply> {
  /** Answers a request under an id, in the world that its address leads to. */
  fetch(request: ApiRequest, id: string, location: Location): Sent<Reply>;
}

/** A reply now or later; where a fault loses it, a response that breaks off. */
export type Sent<Reply> = Reply | Promise<Reply | Response>;

/** Answers a call, and the text of its body where the endpoint takes one. */
type Handler = (call: Call, key: Key, text: string) => Body;

/** JSON that is written for one answer, or once for many. */
type Body = string | Pick<Listing<unknown>, "json" | "blob">;

const BY_PATH: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(ENDPOINTS).map((endpoint) => [endpoint.path, endpoint]),
);

/** Makes the API: a request in, its answer out. */
export function createApi<Reply>(options: ApiOptions<Reply>): Api<Reply> {
  const { render, onRequest, worldNames, hostedUrlOf } = options;
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
      return endpoint
        ? answer(call, endpoint, request)
        : fail(call, unknownRoute(call, worldNames));
    },
  };

  function answer(call: Call, endpoint: Endpoint, request: ApiRequest): Sent<Reply> {
    call.endpoint = endpoint.name;
    try {
      requireMethod(call, endpoint);
      const key = authenticate(call);
      // Why: returned, not thrown, for this is the refusal that counts: to throw costs as much as the look-up.
      if (key instanceof ApiError) return fail(call, key);
      const held = injectFault(call, endpoint, key);
      if (held !== undefined) return answerLater(call, endpoint, key, request, held);
      return admit(call, endpoint, key, request, call.time);
    } catch (error) {
      return fail(call, error);
    }
  }

  // Why: apart, for what is made for a promise would be made for every answer.
  function answerLater(
    call: Call,
    endpoint: Endpoint,
    key: Key,
    request: ApiRequest,
    held: Promise<void>,
  ): Sent<Reply> {
    return held
      .then(() => admit(call, endpoint, key, request, call.world.clock.now()))
      .catch((error) => fail(call, error));
  }

  /** Goes through the checks behind the key's at a time, and then to the endpoint. */
  function admit(
    call: Call,
    endpoint: Endpoint,
    key: Key,
    request: ApiRequest,
    now: number,
  ): Sent<Reply> {
    limitRate(call, key, now);
    requireAccess(key);
    requireScope(endpoint, key);
    validateQuery(call);
    return endpoint.method === "GET"
      ? succeed(call, endpoint, key, "")
      : answerBody(call, endpoint, key, request);
  }

  // Why: in one step once the body is there, for each promise costs as much as the validation.
  function answerBody(call: Call, endpoint: Endpoint, key: Key, request: ApiRequest): Sent<Reply> {
    return readText(call, request).then(
      (text) => {
        try {
          return succeed(call, endpoint, key, text);
        } catch (error) {
          return fail(call, error);
        }
      },
      (reason) => fail(call, refusalOfBody(reason)),
    );
  }

  function succeed(call: Call, { name, success }: Endpoint, key: Key, text: string): Sent<Reply> {
    const body = handlers[name](call, key, text);
    if (typeof body === "string") return reply(call, success, JSON_TYPE, body, call.headers);
    return reply(call, success, JSON_TYPE, body.json, call.headers, body.blob);
  }

  function fail(call: Call, thrown: unknown): Sent<Reply> {
    const error = thrown instanceof ApiError ? thrown : bug(thrown);
    const { body, contentType } = renderError(error, call.id, call.world.settings.errorBody);
    call.why = error.details.why;
    if (error !== thrown) call.stack = stackOf(thrown);
    const { headers } = error.details;
    const own =
      call.headers && headers ? { ...call.headers, ...headers } : (call.headers ?? headers);
    return reply(call, error.status, contentType, body, own);
  }

  function reply(
    call: Call,
    status: number,
    contentType: ContentType,
    body: string,
    headers: Answer["headers"],
    blob?: Blob,
  ): Sent<Reply> {
    call.status = status;
    call.answer = body;
    call.ended = performance.now();
    call.world.journal.complete(call);
    onRequest?.(recordOf(call, call.world));
    const bodiless = call.method === "HEAD";
    const answer = { status, contentType, requestId: call.id, body, blob, bodiless, headers };
    return call.drop ? loseAnswer(toResponse(answer), call) : render(answer);
  }
}

function bug(thrown: unknown): ApiError {
  const why = thrown instanceof Error ? thrown.message : String(thrown);
  return new ApiError("internal_error", { why: `a bug in the sandbox: ${why}` });
}

function stackOf(thrown: unknown): string | undefined {
  return thrown instanceof Error ? thrown.stack : undefined;
}
