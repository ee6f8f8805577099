// A token bucket for each key, on the world's clock (§8.2). The specification does not say how high the limit is: the
// seeds do.
import type { Key, RateLimit, Settings } from "../model/state.ts";
import type { Clock } from "./clock.ts";
import type { SavedBucket, SavedCounters } from "./saved-counters.ts";

/** The result of a draw for one request. */
export interface Draw {
  readonly allowed: boolean;
  readonly limit: RateLimit;
  /** Tokens left after this request. Only whole tokens can be drawn. */
  readonly left: number;
}

export interface RateLimiter {
  /** Draws one token for a key. Undefined if the limit is off. */
  draw(key: Key): Draw | undefined;
  /** The current state of a key's bucket. Undefined if the limit is off. */
  look(key: Key): BucketState | undefined;
  /** Sets the tokens of a key's bucket, up to its capacity. */
  fill(key: Key, tokens: number): void;
  /**
   * Refills the buckets before the limits of these keys or of the settings change. Removes the buckets of other keys.
   */
  settle(keys: ReadonlyMap<string, Key>): void;
  /** The stored buckets. All others are full. */
  save(): SavedCounters["buckets"];
  /** Goes back to the buckets that were stored before. */
  restore(before: SavedCounters["buckets"]): void;
}

export interface BucketState {
  readonly limit: RateLimit;
  /** Tokens. Only whole tokens can be drawn. */
  readonly tokens: number;
}

// Why: binary fractions are inexact, so a token that lacks less than this counts as whole.
const ROUNDING = 1e-9;

/**
 * Creates the rate limiter of one world. Every bucket is full, except the saved ones. `settings` returns the current
 * limit.
 */
export function createRateLimiter(
  settings: () => Settings["rateLimit"],
  clock: Clock,
  saved: SavedCounters["buckets"] = {},
): RateLimiter {
  const buckets = new Map(Object.entries(saved));
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
    save: () => Object.fromEntries(buckets),
    restore(before) {
      buckets.clear();
      for (const [key, bucket] of Object.entries(before)) buckets.set(key, bucket);
    },

    fill({ key, rateLimit }, tokens) {
      const limit = rateLimit ?? settings();
      const most = limit === "off" ? Number.POSITIVE_INFINITY : limit.capacity;
      buckets.set(key, { tokens: Math.min(tokens, most), at: clock.elapsed() });
    },

    settle(keys) {
      for (const [token, bucket] of buckets) {
        const key = keys.get(token);
        // Why: a removed key that is added again has a full bucket, like any new key.
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
      // Why: if the system's time is set back, a key must not wait until it catches up.
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

/** The tokens of a bucket at a later time. */
function refill(bucket: Readonly<SavedBucket>, limit: RateLimit, now: number): number {
  const gained = ((now - bucket.at) / 1_000) * limit.refillPerSecond;
  return Math.min(limit.capacity, bucket.tokens + gained);
}

/** How many whole tokens are left after a draw. */
export const remainingOf = ({ left }: Draw): number => Math.floor(left + ROUNDING);

/** Seconds until the next token, a whole number of at least 1. */
export function secondsToNext(draw: Draw): number {
  return secondsFor(remainingOf(draw) + 1 - draw.left, draw.limit);
}

/** How long the refill of some tokens takes, in whole seconds, at least 1. */
export function secondsFor(tokens: number, { refillPerSecond }: RateLimit): number {
  return Math.max(1, Math.ceil(tokens / refillPerSecond - ROUNDING));
}
