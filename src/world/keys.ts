// When a key expires in a world, and whether it can be used now.
import type { Key } from "../model/state.ts";
import { instantAt } from "../shared/times.ts";
import type { Clock } from "./clock.ts";

/** When a key expires in a world that started at `start` (both Unix milliseconds). Undefined means never. */
export function expiryOf({ expiresAt }: Key, start: number): number | undefined {
  return expiresAt && instantAt(expiresAt, start).ms;
}

/** Why a world rejects a key, now or at another time (Unix milliseconds). Undefined if it accepts the key (§5.3). */
export function rejectionOf(
  key: Key,
  { start, clock }: { readonly start: number; readonly clock: Clock },
  now = clock.now(),
): "revoked" | "expired" | undefined {
  if (key.status === "revoked") return "revoked";
  const expiry = expiryOf(key, start);
  return expiry !== undefined && expiry <= now ? "expired" : undefined;
}
