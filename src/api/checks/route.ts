// Checks 1 and 2: the path is that of an endpoint, and the endpoint has the method (§4). Before them, where the
// sandbox listens on loopback: the host is one of its names.
import { ENDPOINTS, type Endpoint } from "../../contract/endpoints.ts";
import { ApiError } from "../../contract/errors.ts";
import { closestMatch } from "../../shared/closest-match.ts";
import { HOST_FIX } from "../../shared/hosts.ts";
import { type Call, hint } from "../call.ts";

/** Makes the error `misdirected_request` (421) of a host that is not one of the sandbox's names. */
export function unknownHost({ sentHeaders }: Call): ApiError {
  const host = sentHeaders.get("host") ?? "";
  const why = `Host ${JSON.stringify(host)} is not accepted, to protect against DNS rebinding; ${HOST_FIX}`;
  return new ApiError("misdirected_request", { why });
}

const OF_PAGES = /^\/(?:_sandbox|dashboard|docs|checkout|p|openapi\.json)(?:\/|$)/;

interface UnknownRouteOptions {
  readonly worldNames: () => readonly string[];
  /** The address of the pages and the control API in the world of the call. */
  readonly hostedUrl: string;
}

/** Makes the error `route_not_found` (404) of a path that no endpoint has. */
export function unknownRoute(
  { path: sent, world: { mask } }: Call,
  { worldNames, hostedUrl }: UnknownRouteOptions,
): ApiError {
  const path = mask.text(sent);
  const world = /^\/w\/([^/]+)/.exec(path)?.[1];
  if (world !== undefined) {
    const near = closestMatch(world, worldNames());
    const fix = near ? `did you mean ${near}?` : "create it, or check the name";
    return new ApiError("route_not_found", { why: `there is no world called ${world}; ${fix}` });
  }
  if (OF_PAGES.test(path)) {
    const why = `the control API and the pages have another address; use ${hostedUrl}${path}`;
    return new ApiError("route_not_found", { why });
  }
  const paths = Object.values(ENDPOINTS).map((endpoint) => endpoint.path);
  return new ApiError("route_not_found", {
    why: `no endpoint at ${path}; paths must match exactly: ${paths.join(", ")}`,
  });
}

/** Throws `method_not_allowed` (405) where the endpoint does not have the method of a call. */
export function requireMethod(call: Call, { name, method }: Endpoint): void {
  if (call.method === method || (call.method === "HEAD" && method === "GET")) return;
  const [allow, fix] =
    method === "GET"
      ? ["GET, HEAD", "send GET without a body"]
      : [method, `send ${method} with a JSON body`];
  if (call.method === "GET") {
    hint(
      call,
      "many clients turn POST into GET when they follow a redirect; call the redirect's target instead",
    );
  }
  const why = `${name} accepts ${allow.replace(", ", " and ")}, not ${call.method}; ${fix}`;
  throw new ApiError("method_not_allowed", { why, headers: { Allow: allow } });
}
