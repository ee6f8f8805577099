// The rate limit of a world, and the buckets of its keys.
import * as v from "valibot";
import { LimitSchema } from "../../model/settings-schema.ts";
import type { World } from "../world.ts";
import { getKey } from "./keys.ts";
import { changeWorld } from "./overlay.ts";

const TOKENS = "a number of tokens, 0 or more";

/** A change of a limit or of the tokens in buckets. */
export const LimitChangeSchema = v.strictObject({
  key: v.exactOptional(
    v.pipe(
      v.string("a key"),
      v.description("The key to change. Default: every key without its own limit."),
    ),
  ),
  tokens: v.exactOptional(
    v.pipe(
      v.number(TOKENS),
      v.finite(TOKENS),
      v.minValue(0, TOKENS),
      v.description("The new number of tokens in the bucket. 0 empties it."),
    ),
  ),
  rateLimit: v.exactOptional(v.pipe(LimitSchema, v.description("The new limit."))),
});
export type LimitChange = v.InferOutput<typeof LimitChangeSchema>;

/** Changes a limit, or fills or empties a key's bucket. Throws `WorldError` and `InvalidChangeError`. */
export function changeLimits(world: World, change: LimitChange): void {
  const { key: token, tokens, rateLimit } = change;
  if (token !== undefined) getKey(world, token);
  const before = world.rateLimiter.save();
  const fill = () => {
    if (tokens === undefined) return;
    const keys = token === undefined ? world.state.keys.values() : [getKey(world, token)];
    for (const key of keys) world.rateLimiter.fill(key, tokens);
  };
  try {
    if (rateLimit !== undefined) {
      const settings = { rateLimit };
      const overlay = token === undefined ? { settings } : { keys: [{ key: token, rateLimit }] };
      changeWorld(world, overlay, token === undefined ? "/settings" : "/keys/0", fill);
    } else if (tokens !== undefined) {
      fill();
      world.noteChange();
    }
  } catch (error) {
    // Why: after an error, a caller expects the buckets to be as before.
    world.rateLimiter.restore(before);
    throw error;
  }
}
