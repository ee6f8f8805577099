// Checks 6 and 7: the key and its merchant have sandbox access, and the key holds the endpoint's
// scope (§5.4).
import type { Endpoint } from "../../contract/endpoints.ts";
import { ApiError } from "../../contract/errors.ts";
import { type Call, keyOf } from "../call.ts";
import { CHALLENGES } from "../errors.ts";

/** Throws `sandbox_access_unavailable` (403) where the key or its merchant has no access. */
export function requireAccess(call: Call): void {
  const { key, merchant, sandboxAccess, origin } = keyOf(call);
  if (sandboxAccess && merchant.sandboxAccess) return;
  const closed = sandboxAccess
    ? `merchant ${merchant.slug} (${merchant.origin}) has no sandbox access`
    : `key ${key} of ${merchant.slug} (${origin}) has no sandbox access`;
  throw new ApiError("sandbox_access_unavailable", {
    why: `${closed}; set \`sandboxAccess: true\``,
  });
}

/** Throws `insufficient_scope` (403) with the challenge of RFC 6750 where the scope is missing. */
export function requireScope(call: Call, { scope }: Endpoint): void {
  const { key, merchant, scopes, origin } = keyOf(call);
  if (scope === undefined || scopes.includes(scope)) return;
  const held = scopes.length === 0 ? "and no other" : `only ${scopes.join(", ")}`;
  throw new ApiError("insufficient_scope", {
    why:
      `key ${key} of ${merchant.slug} (${origin}) has no scope ${scope}, ${held}; ` +
      `use another key, or add ${scope} to its \`scopes\``,
    headers: CHALLENGES.scope(scope),
  });
}
