// The rate limit of a world, and the buckets of its keys.
import type { Layer } from "../seeds/layer.ts";
import type { Limit } from "../seeds/schema.ts";
import { getKey } from "./change-keys.ts";
import { changeWorld, type Ground } from "./change-world.ts";
import type { World } from "./world.ts";

export interface LimitChange {
  /** The key that it is for; undefined means every key without a limit of its own. */
  readonly key?: string | undefined;
  /** What the key's bucket holds from now on. */
  readonly tokens?: number | undefined;
  readonly rateLimit?: Limit | undefined;
}

/** Changes a limit, or fills or drains a key's bucket. Throws `WorldError` and `InvalidChangeError`. */
export async function changeLimits(world: World, change: LimitChange): Promise<void> {
  const { key: token, tokens, rateLimit } = change;
  if (token !== undefined) getKey(world, token);
  if (rateLimit !== undefined) {
    const settings = { rateLimit };
    const overlay = token === undefined ? { settings } : { keys: [{ key: token, rateLimit }] };
    await changeWorld(world, overlay, freeLimits);
  }
  if (tokens === undefined) return;
  const keys = token === undefined ? world.state.keys.values() : [getKey(world, token)];
  for (const key of keys) world.rateLimiter.fill(key, tokens);
}

/** Writes a limit from the command line as the settings', for it would win over any other. */
function freeLimits({ source: { entries, options } }: Layer): Ground {
  const { rateLimit, ...overrides } = options.overrides ?? {};
  if (rateLimit === undefined) return {};
  const settings = { path: "command line", line: 1, seed: { rateLimit } };
  const keys = entries.keys.map(({ seed: { rateLimit: _own, ...seed }, ...entry }) => ({
    ...entry,
    seed,
  }));
  return {
    entries: { ...entries, keys, settings: [...entries.settings, settings] },
    options: { ...options, overrides },
  };
}
