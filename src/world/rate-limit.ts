// A token bucket for each key, on the world's clock (§8.2). The specification names no figures; capacity
// and refill come from the seeds.
import type { Key, RateLimit, Settings } from "../model/state.ts";
import type { Clock } from "./clock.ts";

/** The tokens of a bucket, and when it had them, as the clock measures what has passed (ms). */
export interface SavedBucket {
  tokens: number;
  at: number;
}

/** What a bucket says to one request. */
export interface Draw {
  readonly allowed: boolean;
  readonly limit: RateLimit;
  /** Tokens left after this request, of which whole ones can be drawn. */
  readonly left: number;
}

export interface RateLimiter {
  /** Draws one token for a key. Undefined where limiting is off. */
  draw(key: Key): Draw | undefined;
  /** What a key's bucket is and holds now. Undefined where limiting is off. */
  look(key: Key): BucketState | undefined;
  /** Sets the tokens of a key's bucket, to its capacity at most. */
  fill(key: Key, tokens: number): void;
  /** Counts what has come back until now, before these keys, or the settings, get other limits; buckets of other keys go. */
  settle(keys: ReadonlyMap<string, Key>): void;
  /** The buckets as they are kept, by their keys; those that are not here are full. */
  save(): ReadonlyMap<string, Readonly<SavedBucket>>;
}

export interface BucketState {
  readonly limit: RateLimit;
  /** Tokens, of which whole ones can be drawn. */
  readonly tokens: number;
}

// Why: tenths don't add up in binary; a token short by less than this is a whole one.
const ROUNDING = 1e-9;

/** Makes the limiter of one world: every bucket is full, except the saved ones. `settings` returns the present limit. */
export function createRateLimiter(
  settings: () => Settings["rateLimit"],
  clock: Clock,
  saved?: ReadonlyMap<string, SavedBucket>,
): RateLimiter {
  const buckets = new Map(saved);
  const look: RateLimiter["look"] = (key) => {
    const limit = key.rateLimit ?? settings();
    if (limit === "off") return undefined;
    const bucket = buckets.get(key.key);
    if (bucket === undefined) return { limit, tokens: limit.capacity };
    return { limit, tokens: refill(bucket, limit, Math.max(bucket.at, clock.elapsed())) };
  };

  function open(key: string, { capacity }: RateLimit, now: number): SavedBucket {
    const bucket = { tokens: capacity, at: now };
    buckets.set(key, bucket);
    return bucket;
  }

  return {
    look,
    save: () => buckets,

    fill({ key, rateLimit }, tokens) {
      const limit = rateLimit ?? settings();
      const most = limit === "off" ? Number.POSITIVE_INFINITY : limit.capacity;
      buckets.set(key, { tokens: Math.min(tokens, most), at: clock.elapsed() });
    },

    settle(keys) {
      for (const [token, bucket] of buckets) {
        const key = keys.get(token);
        // Why: a key that was removed and comes back has a full bucket, as any new one.
        if (key === undefined) buckets.delete(token);
        const state = key && look(key);
        if (state === undefined) continue;
        // Why: a full bucket stays full under any limit, like the bucket of a key without requests.
        if (state.tokens >= state.limit.capacity) buckets.delete(token);
        bucket.tokens = state.tokens;
        bucket.at = Math.max(bucket.at, clock.elapsed());
      }
    },

    draw({ key, rateLimit }) {
      const limit = rateLimit ?? settings();
      if (limit === "off") return undefined;
      const now = clock.elapsed();
      const bucket = buckets.get(key) ?? open(key, limit, now);
      // Why: if the system's time was set back, a key must not wait until it has caught up.
      if (now < bucket.at) bucket.at = now;
      const tokens = refill(bucket, limit, now);
      const allowed = tokens >= 1 - ROUNDING;
      const left = allowed ? Math.max(0, tokens - 1) : tokens;
      // Why: a rejected request writes nothing, so that polling cannot round the refill away.
      if (allowed) {
        bucket.tokens = left;
        bucket.at = now;
      }
      return { allowed, limit, left };
    },
  };
}

/** Counts the tokens of a bucket at a time that is not before its own. */
function refill(bucket: Readonly<SavedBucket>, limit: RateLimit, now: number): number {
  const gained = ((now - bucket.at) / 1_000) * limit.refillPerSecond;
  return Math.min(limit.capacity, bucket.tokens + gained);
}

/** How many whole tokens a draw has left. */
export const remainingOf = ({ left }: Draw): number => Math.floor(left + ROUNDING);

/** Whole seconds until a draw has one more, at least 1. */
export function secondsToNext(draw: Draw): number {
  return secondsFor(remainingOf(draw) + 1 - draw.left, draw.limit);
}

/** How long some tokens take to come back, in whole seconds, at least 1. */
export function secondsFor(tokens: number, { refillPerSecond }: RateLimit): number {
  return Math.max(1, Math.ceil(tokens / refillPerSecond - ROUNDING));
}
