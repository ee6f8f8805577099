// Describes a key in a few words: its state, its scopes and its rate limit.
import { SCOPES } from "../../../contract/formats.ts";
import type { Key, Limit } from "../../../model/state.ts";
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
