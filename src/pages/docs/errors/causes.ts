// The causes of each error: how to fix it, and a request of the world that shows it.
import { ENDPOINTS, type Endpoint } from "../../../contract/endpoints.ts";
import type { ErrorCode } from "../../../contract/errors.ts";
import type { Key } from "../../../model/state.ts";
import { findGoodKey, hasAccess, rejectionOf } from "../../../world/keys.ts";
import type { World } from "../../../world/world.ts";
import { type Cause, type CauseRequest, calling } from "./cause.ts";
import { BUG, describeDrop, describeFault } from "./fault-causes.ts";

/** A dropped connection is an error without a response. */
export type ErrorName = ErrorCode | "dropped";

// Why: Try it sends as many requests as the bucket has tokens, and one more.
const MOST_TOKENS = 20;

const UNKNOWN_KEY = "mst_nobody_knows";
const UNKNOWN_PRODUCT = "00000000-0000-4000-8000-000000000000";

const { ping, "checkout-links": links } = ENDPOINTS;

/** Lists the causes of each error in a world. */
export function listCauses(world: World): Readonly<Record<ErrorName, readonly Cause[]>> {
  return {
    invalid_request: describeInvalid(world),
    unauthorized: describeUnauthorized(world),
    sandbox_access_unavailable: [
      {
        id: "sandbox_access_unavailable-key",
        title: "The key or its merchant has no sandbox access",
        fix: "Set `sandboxAccess: true` for both.",
        request: findKey(world, (key) => !rejectionOf(key, world) && !hasAccess(key, world), ping),
        missing: "All keys and merchants of this world have access.",
      },
    ],
    insufficient_scope: describeNoScope(world),
    product_not_found: describeNoProduct(world),
    route_not_found: [
      {
        id: "route_not_found-path",
        title: "No endpoint has this path",
        fix: "Check the spelling, the case, and for a slash at the end. A path in another world starts with `/w/WORLD`.",
        request: { ...calling(ping, findGoodKey(world, ping)?.key), path: `${ping.path}s` },
      },
    ],
    method_not_allowed: [
      {
        id: "method_not_allowed-method",
        title: "The endpoint has another method",
        fix: "Use the method in the response's `Allow` header.",
        request: { ...calling(ping, findGoodKey(world, ping)?.key), method: "DELETE" },
      },
    ],
    misdirected_request: [
      {
        id: "misdirected_request-host",
        title: "The sandbox does not serve this host name",
        fix: "Call it as `127.0.0.1` or `localhost`, or start it with `--allow-host NAME`.",
        request: undefined,
        missing: "This page cannot show it, because a request from this page has the right host.",
      },
    ],
    rate_limit_exceeded: describeLimit(world),
    internal_error: [describeFault(world, "internal_error", 500), BUG],
    bad_gateway: [describeFault(world, "bad_gateway", 502)],
    service_unavailable: [describeFault(world, "service_unavailable", 503)],
    gateway_timeout: [describeFault(world, "gateway_timeout", 504)],
    dropped: [describeDrop(world)],
  };
}

function describeInvalid(world: World): Cause[] {
  const key = findGoodKey(world, links);
  const [product] = world.state.products.values();
  const send = (body: object) => key && calling(links, key.key, body);
  const missing = "No key of this world has the scope checkout:links.";
  const rejects = world.settings.unknownQuery === "reject" ? findGoodKey(world, ping) : undefined;
  return [
    {
      id: "invalid_request-id",
      title: "The productId is not a UUID",
      fix: "Send the `id` of a product, as `GET /products` lists it. Its `publicCode` is not its id.",
      request: send({ productId: product?.publicCode ?? "ATLAS-1" }),
      missing,
    },
    {
      id: "invalid_request-field",
      title: "The body has other fields",
      fix: "Send only `productId`. The error's `issues` name each field.",
      request: send({ productId: product?.id ?? UNKNOWN_PRODUCT, quantity: 1 }),
      missing,
    },
    {
      id: "invalid_request-query",
      title: "The query has parameters",
      fix: "Send no parameters. The API's document defines none.",
      request: rejects && { ...calling(ping, rejects.key), path: `${ping.path}?limit=10` },
      missing:
        "This world ignores parameters. With the setting `unknownQuery: reject`, they are an error.",
    },
  ];
}

function describeUnauthorized(world: World): Cause[] {
  const rejected = (reason: string) =>
    findKey(world, (key) => rejectionOf(key, world) === reason, ping);
  return [
    {
      id: "unauthorized-none",
      title: "No key was sent",
      fix: "Send it as `Authorization: Bearer KEY`. A key in another header, in the query or as Basic login is not read.",
      request: calling(ping, undefined),
    },
    {
      id: "unauthorized-unknown",
      title: "The key is unknown in this world",
      fix: "Use a key of this world, or add it to the seeds. Check for spaces, quotes and the case of its letters.",
      request: calling(ping, UNKNOWN_KEY),
    },
    {
      id: "unauthorized-expired",
      title: "The key has expired",
      fix: "Create another key, change its `expiresAt`, or set the world's clock back.",
      request: rejected("expired"),
      missing: "No key of this world has expired.",
    },
    {
      id: "unauthorized-revoked",
      title: "The key was revoked",
      fix: "Use another key, or set its `status` to `active`.",
      request: rejected("revoked"),
      missing: "No key of this world is revoked.",
    },
  ];
}

function describeNoScope(world: World): Cause[] {
  const found = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) => {
    const { scope } = endpoint;
    if (scope === undefined || endpoint.method !== "GET") return [];
    const lacks = (key: Key) => hasAccess(key, world) && !key.scopes.includes(scope);
    return findKey(world, lacks, endpoint) ?? [];
  });
  return [
    {
      id: "insufficient_scope-key",
      title: "The key lacks the scope of the endpoint",
      fix: "Use a key that has the scope, or add it to the key's `scopes`.",
      request: found[0],
      missing: "Each key of this world has all scopes.",
    },
  ];
}

function describeNoProduct(world: World): Cause[] {
  const key = findGoodKey(world, links);
  const products = [...world.state.products.values()];
  const send = (id: string | undefined) =>
    key && id ? calling(links, key.key, { productId: id }) : undefined;
  const own = products.find((one) => one.merchant === key?.merchant && one.status !== "PUBLISHED");
  const foreign = products.find(({ merchant }) => merchant !== key?.merchant);
  return [
    {
      id: "product_not_found-unknown",
      title: "No product has this id",
      fix: "Send an id that `GET /products` lists. Each world has its own products.",
      request: send(UNKNOWN_PRODUCT),
      missing: "No key of this world has the scope checkout:links.",
    },
    {
      id: "product_not_found-unpublished",
      title: "The product is not published",
      fix: "Set its `status` to `PUBLISHED`.",
      request: send(own?.id),
      missing: "The merchant has no unpublished product in this world.",
    },
    {
      id: "product_not_found-foreign",
      title: "The product belongs to another merchant",
      fix: "Use a key of the product's merchant.",
      request: send(foreign?.id),
      missing: "No other merchant of this world has a product.",
    },
  ];
}

function describeLimit(world: World): Cause[] {
  const limited = [...world.state.keys.values()].flatMap((key) => {
    const limit = key.rateLimit ?? world.settings.rateLimit;
    return limit !== "off" && hasAccess(key, world) ? [{ key, tokens: limit.capacity }] : [];
  });
  const [lowest] = limited.toSorted((one, other) => one.tokens - other.tokens);
  const isLow = lowest !== undefined && lowest.tokens <= MOST_TOKENS;
  return [
    {
      id: "rate_limit_exceeded-bucket",
      title: "The key has sent too many requests",
      fix: "Wait for the seconds in `Retry-After`, then send the request again.",
      request: isLow
        ? { ...calling(ping, lowest.key.key), times: Math.floor(lowest.tokens) + 1 }
        : undefined,
      missing: `No key of this world is limited to ${MOST_TOKENS} requests or fewer at once. Set its \`rateLimit\`.`,
    },
  ];
}

/** The request of the first key that fits. */
function findKey(
  { state }: World,
  fits: (key: Key) => boolean,
  endpoint: Endpoint,
): CauseRequest | undefined {
  const key = [...state.keys.values()].find(fits);
  return key && calling(endpoint, key.key);
}
