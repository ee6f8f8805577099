// GET …/ping: whose key it is and what it may do (§4.1).
import type { Ping } from "../contract/ping.ts";
import { type Call, keyOf } from "./call.ts";

/** Answers with the ping result (§2.1). */
export function ping(call: Call): string {
  const { merchant, scopes } = keyOf(call);
  const result: Ping = {
    merchantId: merchant.id,
    scopes: [...scopes],
    environment: "SANDBOX",
    liveEnabled: false,
  };
  return JSON.stringify(result);
}
