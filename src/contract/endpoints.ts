// The one table of endpoints (§4), which routing, scope checks and conformance read; nothing else names a
// path of the API.

// Contract: §9.1, paths carry the version segment.
const PREFIX = "/api/v1/integration";

// Contract: §9.2, the version label of the description.
export const DESCRIPTION_VERSION = "2026-10-17";

// Contract: §7, every endpoint may respond with these.
const ERROR_STATUSES = [400, 401, 403, 404, 429] as const;
export type ErrorStatus = (typeof ERROR_STATUSES)[number];

// Contract: §5.4 names these three.
export const SCOPES = ["catalog:read", "orders:read", "checkout:links"] as const;

/** One of the scopes a key may hold (§5.4). */
export type Scope = (typeof SCOPES)[number];

export const ENDPOINT_NAMES = ["ping", "products", "orders", "checkout-links"] as const;
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** One row of §4's table. `scope` is undefined where any active key will do. */
export interface Endpoint {
  readonly name: EndpointName;
  readonly section: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly scope: Scope | undefined;
  readonly success: 200 | 201;
  readonly errors: readonly ErrorStatus[];
}

export const ENDPOINTS = {
  ping: {
    name: "ping",
    section: "4.1",
    method: "GET",
    path: `${PREFIX}/ping`,
    scope: undefined,
    success: 200,
    errors: ERROR_STATUSES,
  },
  products: {
    name: "products",
    section: "4.2",
    method: "GET",
    path: `${PREFIX}/products`,
    scope: "catalog:read",
    success: 200,
    errors: ERROR_STATUSES,
  },
  orders: {
    name: "orders",
    section: "4.3",
    method: "GET",
    path: `${PREFIX}/orders`,
    scope: "orders:read",
    success: 200,
    errors: ERROR_STATUSES,
  },
  "checkout-links": {
    name: "checkout-links",
    section: "4.4",
    method: "POST",
    path: `${PREFIX}/checkout-links`,
    scope: "checkout:links",
    success: 201,
    errors: ERROR_STATUSES,
  },
} as const satisfies Record<EndpointName, Endpoint>;
