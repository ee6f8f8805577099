// GET …/ping: whose key it is and what it may do (§4.1).
import type { Ping } from "../contract/ping.ts";
import type { Key } from "../seeds/blueprint.ts";

/** Answers the ping result as JSON (§2.1). */
export function ping({ merchant, scopes }: Key): string {
  const result: Ping = {
    merchantId: merchant.id,
    scopes: [...scopes],
    environment: "SANDBOX",
    liveEnabled: false,
  };
  return JSON.stringify(result);
}
