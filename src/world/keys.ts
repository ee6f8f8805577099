// When a key expires in a world, and whether it can be used now.
import type { Endpoint } from "../contract/endpoints.ts";
import type { Key, Merchant } from "../model/state.ts";
import { instantAt } from "../shared/times.ts";
import type { Clock } from "./clock.ts";

interface TimedWorld {
  readonly start: number;
  readonly clock: Clock;
}

/** When a key expires in a world that started at `start` (both Unix milliseconds). Undefined means never. */
export function expiryOf({ expiresAt }: Key, start: number): number | undefined {
  return expiresAt && instantAt(expiresAt, start).ms;
}

/** Why a world rejects a key, now or at another time (Unix milliseconds). Undefined if it accepts the key (§5.3). */
export function rejectionOf(
  key: Key,
  { start, clock }: TimedWorld,
  now = clock.now(),
): "revoked" | "expired" | undefined {
  if (key.status === "revoked") return "revoked";
  const expiry = expiryOf(key, start);
  return expiry !== undefined && expiry <= now ? "expired" : undefined;
}

/** Whether a world accepts a key, and the key and its merchant have access. */
export const hasAccess = (key: Key, world: TimedWorld) =>
  rejectionOf(key, world) === undefined && key.sandboxAccess && key.merchant.sandboxAccess;

/** Finds a key that may use an endpoint, of a merchant or of any; the default key if possible. */
export function findGoodKey(
  world: TimedWorld & {
    readonly state: { readonly keys: ReadonlyMap<string, Key> };
    advertisedKey(): Key | undefined;
  },
  { scope }: Endpoint,
  merchant?: Merchant,
): Key | undefined {
  const isGood = (key: Key) =>
    (merchant === undefined || key.merchant === merchant) &&
    hasAccess(key, world) &&
    (scope === undefined || key.scopes.includes(scope));
  const advertised = world.advertisedKey();
  if (advertised && isGood(advertised)) return advertised;
  return [...world.state.keys.values()].find(isGood);
}
