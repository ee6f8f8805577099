// Check 1: the path is one of the four (§4). Why it is not, the log is told.
import { ENDPOINTS } from "../contract/endpoints.ts";
import { ApiError } from "../contract/errors.ts";
import { closestMatch } from "../shared/closest-match.ts";
import type { Call } from "./call.ts";

/** Makes the refusal `route_not_found` (404) of a path that no endpoint has. */
export function unknownRoute({ path }: Call, worldNames: () => readonly string[]): ApiError {
  const world = /^\/w\/([^/]+)/.exec(path)?.[1];
  if (world !== undefined) {
    const near = closestMatch(world, worldNames());
    const mend = near ? `did you mean ${near}?` : "make it, or mind the name";
    return new ApiError("route_not_found", { why: `there is no world called ${world}; ${mend}` });
  }
  const paths = Object.values(ENDPOINTS).map((endpoint) => endpoint.path);
  return new ApiError("route_not_found", {
    why: `${path} is none of the four paths, which are matched exactly: ${paths.join(", ")}`,
  });
}
