// Describes a key in a few words: its state, its scopes and its rate limit.
import type { Endpoint } from "../../../contract/endpoints.ts";
import { SCOPES } from "../../../contract/formats.ts";
import type { Key, Limit, Merchant } from "../../../model/state.ts";
import { rejectionOf } from "../../../world/keys.ts";
import type { World } from "../../../world/world.ts";

/** The keys that a page shows, and the number of keys that it does not show. */
export interface ShownKeys {
  readonly keys: readonly Key[];
  readonly more: number;
}

const MOST_KEYS = 40;

/** Returns the keys to show: only the first ones if the world has many. */
export function showKeys({ state }: World): ShownKeys {
  const keys = [...state.keys.values()].slice(0, MOST_KEYS);
  return { keys, more: state.keys.size - keys.length };
}

/** Describes in a few words what a key may do now. */
export function describeKey(key: Key, world: World): string {
  const { scopes, sandboxAccess, merchant, rateLimit } = key;
  const problem = rejectionOf(key, world);
  const all = SCOPES.every((scope) => scopes.includes(scope));
  return [
    ...(problem === undefined ? [] : [problem]),
    ...(sandboxAccess && merchant.sandboxAccess ? [] : ["no sandbox access"]),
    all ? "all scopes" : scopes.join(", ") || "no scope",
    ...(rateLimit ? [describeLimit(rateLimit)] : []),
  ].join("; ");
}

function describeLimit(limit: Limit): string {
  if (limit === "off") return "no rate limit";
  return `${limit.capacity} requests at once, then ${limit.refillPerSecond} per second`;
}

/** Finds a key that may use an endpoint, of a merchant or of any; the default key if possible. */
export function findGoodKey(
  world: World,
  { scope }: Endpoint,
  merchant?: Merchant,
): Key | undefined {
  const isGood = (key: Key) =>
    (merchant === undefined || key.merchant === merchant) &&
    rejectionOf(key, world) === undefined &&
    key.sandboxAccess &&
    key.merchant.sandboxAccess &&
    (scope === undefined || key.scopes.includes(scope));
  const advertised = world.advertisedKey();
  if (advertised && isGood(advertised)) return advertised;
  return [...world.state.keys.values()].find(isGood);
}
