// The merchant API: a Hono app with a route for each endpoint, and the order of checks.
import { Hono } from "hono";
import { ENDPOINTS, type Endpoint, type EndpointName } from "../contract/endpoints.ts";
import type { HostChecks } from "../shared/hosts.ts";
import { locateWorld, pathOf } from "../world/locate-world.ts";
import type { World } from "../world/world.ts";
import type { Worlds } from "../world/worlds.ts";
import { type Call, createCall, isStray } from "./call.ts";
import { createCheckoutLink } from "./checkout-links.ts";
import { requireAccess, requireScope } from "./checks/access.ts";
import { injectFault } from "./checks/faults.ts";
import { authenticate } from "./checks/key.ts";
import { passChecks, type RequestCheck } from "./checks/pass.ts";
import { validateQuery } from "./checks/query.ts";
import { limitRate } from "./checks/rate-limit.ts";
import { requireMethod, unknownHost, unknownRoute } from "./checks/route.ts";
import { dropHead } from "./drop-connection.ts";
import { listOrders } from "./orders.ts";
import { ping } from "./ping.ts";
import { listProducts } from "./products.ts";
import { createResponder, type ResponderOptions } from "./respond.ts";

export interface ApiOptions extends ResponderOptions, Pick<HostChecks, "isSentHere"> {
  readonly worlds: Worlds;
  /** Makes the response to a request that failed before it reached a world. */
  readonly onBug: (request: Request, thrown: unknown) => Response;
  /** Where the pages of a world are. */
  readonly addressesOf: AddressesOf;
}

type AddressesOf = (world: World) => { readonly hostedUrl: string };

/** Makes the JSON of a successful response. Throws as a check does. */
type Handler = (call: Call, request: Request, addressesOf: AddressesOf) => string | Promise<string>;

/** What makes the response of each endpoint, once the checks are passed. */
export const HANDLERS: Readonly<Record<EndpointName, Handler>> = {
  ping,
  products: listProducts,
  orders: listOrders,
  "checkout-links": createCheckoutLink,
};

// Contract: the order in which errors are reported. Check 1 is the path, in `handle`; check 9 is the body, which the
// endpoint reads itself.
const REQUEST_CHECKS: readonly RequestCheck[] = [
  requireMethod, // 2
  authenticate, // 3
  injectFault, // 4
  limitRate, // 5
  requireAccess, // 6
  requireScope, // 7
  validateQuery, // 8
];

/** Makes the API of some worlds. */
export function createApi(options: ApiOptions): Hono {
  const { worlds, onBug, addressesOf, isSentHere } = options;
  const { respond, fail } = createResponder({ ...options, now: worlds.now });

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
    const location = locateWorld(request.url, worlds, endpoint?.path);
    const call = createCall(request, location.world.nextRequestId(), location);
    const isHere = isSentHere(request);
    if (!isHere || isStray(call)) call.stray = true;
    call.world.journal.note(call);
    if (!isHere) return fail(call, unknownHost(call));
    // Contract: paths match as they were sent; an app that has this one mounted may decode them before.
    if (endpoint?.path !== call.path) {
      const { hostedUrl } = addressesOf(call.world);
      return fail(call, unknownRoute(call, { worldNames: worlds.likelyNames, hostedUrl }));
    }
    call.endpoint = endpoint.name;
    try {
      const waiting = passChecks(REQUEST_CHECKS, call, endpoint);
      const json = waiting
        ? makeLater(waiting, call, request, endpoint)
        : make(call, request, endpoint);
      if (typeof json === "string") return respond(call, endpoint.success, json);
      return respondLater(json, call, endpoint);
    } catch (thrown) {
      return fail(call, thrown);
    }
  }

  function make(call: Call, request: Request, { name }: Endpoint): string | Promise<string> {
    return HANDLERS[name](call, request, addressesOf);
  }

  // Why: functions of their own, because a closure in `handle` would be made for each request, also if it does not wait.
  async function makeLater(waiting: Promise<void>, ...others: Parameters<typeof make>) {
    await waiting;
    return make(...others);
  }

  function respondLater(json: Promise<string>, call: Call, { success }: Endpoint) {
    return json.then((made) => respond(call, success, made)).catch((thrown) => fail(call, thrown));
  }
}
