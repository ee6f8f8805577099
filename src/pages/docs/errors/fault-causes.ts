// The errors that only faults cause.
import { ENDPOINTS } from "../../../contract/endpoints.ts";
import type { ErrorCode, FaultStatus } from "../../../contract/errors.ts";
import type { FaultRule } from "../../../model/state.ts";
import { findGoodKey } from "../../../world/keys.ts";
import type { World } from "../../../world/world.ts";
import { type Cause, type CauseRequest, calling } from "./cause.ts";

/** An error that no fault causes. */
export const BUG: Cause = {
  id: "internal_error-bug",
  title: "A bug in the sandbox",
  fix: "Report it, with the stack from the sandbox's log.",
  request: undefined,
  missing: "There should be none to show.",
};

/** The cause of an error that a fault responds with. */
export function describeFault(world: World, code: ErrorCode, status: FaultStatus): Cause {
  return {
    id: `${code}-fault`,
    title: `A fault responds with ${status}`,
    fix: "Make your client try again later. To stop it, remove the fault on the dashboard.",
    request: findFault(world, ({ respond }) => respond === status),
    missing: `No fault of this world responds with ${status}. The dashboard can add one.`,
  };
}

/** The cause of a connection that a fault closes. */
export function describeDrop(world: World): Cause {
  return {
    id: "dropped-fault",
    title: "A fault closes the connection",
    fix: "Make your client try again, and do not assume that nothing happened. To stop it, remove the fault on the dashboard.",
    request: findFault(world, ({ drop }) => drop !== undefined),
    missing: "No fault of this world closes connections. The dashboard can add one.",
  };
}

/** A request that the first fault of a kind hits, if its rule matches any now. */
function findFault(world: World, fits: (fault: FaultRule) => boolean): CauseRequest | undefined {
  const fault = world.state.faults.find(fits);
  if (fault === undefined) return undefined;
  const endpoint = ENDPOINTS[fault.endpoint ?? "ping"];
  const { merchant } = fault;
  const owner = world.state.merchants.find(({ id }) => id === merchant);
  const key = fault.key ?? findGoodKey(world, endpoint, owner)?.key;
  const [product] = world.state.products.values();
  const body = endpoint.method === "POST" ? { productId: product?.id } : undefined;
  return key === undefined ? undefined : calling(endpoint, key, body);
}
