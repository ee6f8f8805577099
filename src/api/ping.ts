// GET …/ping: whose key it is and what it may do (§4.1).
import type { Key } from "../model/state.ts";
import type { Call } from "./call.ts";

/** Answers the ping result as JSON (§2.1). */
export function ping({ world }: Call, key: Key): string {
  return world.describeKey(key);
}
