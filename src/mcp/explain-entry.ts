// What an agent can do about a request that failed: the call of a tool.
import { ENDPOINTS } from "../contract/endpoints.ts";
import type { JournalEntry } from "../world/journal/entry.ts";

/** Explains a request in lines: the reason of an error, the hints, and the next call. */
export function explainEntry(entry: JournalEntry, world: string): string[] {
  const { why, hints } = entry;
  const next = suggestCall(entry, world);
  return [
    ...(why === null ? [] : [`why: ${why}`]),
    ...hints.map((hint) => `hint: ${hint}`),
    ...(next === undefined ? [] : [`next: ${next}`]),
  ];
}

function suggestCall(
  { status, endpoint, key, why, hints }: JournalEntry,
  world: string,
): string | undefined {
  const call = (tool: string, input: object) => `${tool} ${JSON.stringify({ ...input, world })}`;
  if ([why, ...hints].some((text) => /\bfault \d/.test(text ?? ""))) {
    return call("faults", { action: "list" });
  }
  const scope = endpoint && ENDPOINTS[endpoint].scope;
  if (status === 403 && key && scope && why?.includes("has no scope")) {
    return call("keys", { action: "add_scope", key, scope });
  }
  if (status === 401 || status === 403) return call("keys", { action: "list" });
  if (status === 404 && endpoint === "checkout-links") {
    return call("call_api", { endpoint: "products" });
  }
  if (status === 429) return call("clock", { action: "advance", by: "1m" });
  return undefined;
}
