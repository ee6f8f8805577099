// GET …/ping: the key's merchant and scopes (§4.1).
import type { Ping } from "../contract/endpoints/ping.ts";
import type { Key } from "../model/state.ts";
import { type Call, keyOf } from "./call.ts";

// Why: a key never changes, and to write its JSON takes as long as all the checks.
const written = new WeakMap<Key, string>();

/** Returns the ping result (§2.1). */
export function ping(call: Call): string {
  const key = keyOf(call);
  const { extraScopes } = call.world.settings;
  if (extraScopes.length > 0) return writePing(key, extraScopes);
  const json = written.get(key) ?? writePing(key);
  written.set(key, json);
  return json;
}

function writePing({ merchant, scopes }: Key, extraScopes: readonly string[] = []): string {
  const result: Omit<Ping, "scopes"> & { readonly scopes: readonly string[] } = {
    merchantId: merchant.id,
    scopes: [...scopes, ...extraScopes],
    environment: "SANDBOX",
    liveEnabled: false,
  };
  return JSON.stringify(result);
}
