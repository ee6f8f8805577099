// What a broken server is: our own sandbox with one mistake in front of it, and the means to make one. The
// mistakes are beside this file, by topic.
import type { ListEndpoint } from "../../../src/conform/client.ts";
import type { Keys } from "../../../src/conform/server.ts";
import { ENDPOINTS, type EndpointName } from "../../../src/contract/endpoints.ts";
import { IDS } from "../../support/sandbox.ts";

/** The keys of the sandbox behind each broken server. */
export const KEYS = {
  full: "mst_acme_full",
  readOnly: "mst_acme_reads",
  linksOnly: "mst_acme_links",
  noScope: "mst_acme_none",
  expired: "mst_acme_expired",
  revoked: "mst_acme_revoked",
  noAccess: "mst_acme_noaccess",
  limited: "mst_acme_limited",
  otherMerchant: "mst_globex_full",
} as const satisfies Keys;

export const SEEDS = `
merchants: [{ slug: acme }, { slug: globex }]
keys:
  - { key: ${KEYS.full}, merchant: acme }
  - { key: ${KEYS.readOnly}, merchant: acme, scopes: [catalog:read, orders:read] }
  - { key: ${KEYS.linksOnly}, merchant: acme, scopes: ["checkout:links"] }
  - { key: ${KEYS.noScope}, merchant: acme, scopes: [] }
  - { key: ${KEYS.expired}, merchant: acme, expiresAt: now-1d }
  - { key: ${KEYS.revoked}, merchant: acme, status: revoked }
  - { key: ${KEYS.noAccess}, merchant: acme, sandboxAccess: false }
  - { key: ${KEYS.limited}, merchant: acme, rateLimit: { capacity: 2, refillPerSecond: 0.1 } }
  - { key: ${KEYS.otherMerchant}, merchant: globex }
products:
  - { publicCode: ATLAS 1/Ä, merchant: acme, id: ${IDS.atlas}, currency: EUR, version: 4 }
  - { publicCode: DRAFT-1, merchant: acme, id: ${IDS.draft}, currency: USD, status: DRAFT }
  - { publicCode: GLOBE-1, merchant: globex, id: ${IDS.globe}, currency: EUR }
orders:
  - { product: ATLAS 1/Ä, amountMinor: "4900", createdAt: now-2d }
  - { product: DRAFT-1, amountMinor: "120", refundedMinor: "20", state: REFUNDED, createdAt: now-1d }
  - { product: GLOBE-1, amountMinor: "1", createdAt: now-1d }
settings: { rateLimit: off }
`;

/** What the sandbox says that links begin with. */
export const HOSTED = "http://127.0.0.1:4701";

/** Answers as the sandbox behind does. */
export type Real = (request: Request) => Promise<Response>;
export type Server = (request: Request, real: Real) => Promise<Response>;
export type Fields = Record<string, unknown>;

export interface Broken {
  /** The mistake, to continue the words "a server that". */
  readonly name: string;
  /** The checks that fail: of the specification's for its mistakes, of the choices for theirs; * as in a pattern. */
  readonly fails: readonly string[];
  /** Created for each run, as it may remember what it was asked. */
  server(): Server;
}

/** Tells whether a request is for an endpoint. */
export function isFor(request: Request, endpoint: EndpointName): boolean {
  const { method, path } = ENDPOINTS[endpoint];
  return request.method === method && new URL(request.url).pathname === path;
}

/** Changes answers. */
export function changing(
  change: (response: Response, request: Request) => Response | Promise<Response>,
): Server {
  return async (request, real) => change(await real(request.clone()), request);
}

/** Changes what an endpoint answers with success. */
export function editing<Body = Fields>(
  endpoint: EndpointName,
  edit: (body: Body) => unknown,
): Server {
  return changing(async (response, request) => {
    if (!isFor(request, endpoint) || !response.ok) return response;
    return Response.json(edit(await response.json()), restOf(response));
  });
}

/** Changes each item of a list. */
export function editingEach(list: ListEndpoint, edit: (item: Fields) => Fields): Server {
  return editing<Fields[]>(list, (items) => items.map(edit));
}

/** Sets a header of what an endpoint answers with success. */
export function heading(endpoint: EndpointName, name: string, value: string): Server {
  return changing((response, request) => {
    if (isFor(request, endpoint) && response.ok) response.headers.set(name, value);
    return response;
  });
}

/** Answers another status in place of one. */
export function swapping(from: number, to: number, endpoint?: EndpointName): Server {
  return changing((response, request) => {
    const isMeant = response.status === from && (!endpoint || isFor(request, endpoint));
    return isMeant ? withStatus(response, to) : response;
  });
}

/** Takes requests with one key for requests with another. */
export function taking(key: string, forKey: string, endpoint?: EndpointName): Server {
  return async (request, real) => {
    const isMeant = keyOf(request) === key && (!endpoint || isFor(request, endpoint));
    return real(isMeant ? withKey(request, forKey) : request);
  };
}

/** Reads what asks for a link otherwise than it was written. */
export function rewriting(rewrite: (text: string) => string): Server {
  return async (request, real) => {
    if (!isFor(request, "checkout-links")) return real(request);
    const text = await request.clone().text();
    const body = rewrite(text);
    // Why: what is no UTF-8 is to go on as it came.
    if (body === text) return real(request);
    return real(new Request(request.url, { method: "POST", headers: request.headers, body }));
  };
}

export function keyOf(request: Request): string | undefined {
  return request.headers.get("authorization")?.replace(/^Bearer +/i, "");
}

export function withKey(request: Request, key: string): Request {
  const changed = request.clone();
  changed.headers.set("authorization", `Bearer ${key}`);
  return changed;
}

export function withStatus(response: Response, status: number): Response {
  return new Response(response.body, { ...restOf(response), status });
}

/** Leaves a field out. */
export function without(name: string): (fields: Fields) => Fields {
  return ({ [name]: _left, ...rest }) => rest;
}

/** Reads JSON, and nothing where there is none. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the product that a link is asked for. */
export async function productIn(request: Request): Promise<unknown> {
  const body = parse(await request.clone().text());
  return typeof body === "object" && body !== null && "productId" in body
    ? body.productId
    : undefined;
}

function restOf({ status, headers }: Response): ResponseInit {
  return { status, headers };
}
