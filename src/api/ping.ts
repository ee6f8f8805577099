// GET …/ping: whose key it is and what it may do (§4.1).
import type { Ping } from "../contract/endpoints/ping.ts";
import type { Key } from "../model/state.ts";
import { type Call, keyOf } from "./call.ts";

// Why: a key never changes, and to write its JSON takes as long as all the checks.
const written = new WeakMap<Key, string>();

/** Returns the ping result (§2.1). */
export function ping(call: Call): string {
  const key = keyOf(call);
  const json = written.get(key) ?? writePing(key);
  written.set(key, json);
  return json;
}

function writePing({ merchant, scopes }: Key): string {
  const result: Ping = {
    merchantId: merchant.id,
    scopes: [...scopes],
    environment: "SANDBOX",
    liveEnabled: false,
  };
  return JSON.stringify(result);
}
