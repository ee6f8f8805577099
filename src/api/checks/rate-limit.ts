// Check 5: the key's token bucket (§8.2). The specification defines no headers for it. Those of the IETF draft are sent
// if the settings say so.
import { ApiError } from "../../contract/errors.ts";
import { type Draw, remainingOf, secondsFor, secondsToNext } from "../../world/rate-limit.ts";
import { type Call, keyOf } from "../call.ts";

// Why: an Integer of structured fields (RFC 9651 §3.3.1) has at most 15 digits.
const LARGEST = 999_999_999_999_999;

/** Draws a token from the key's bucket. Throws `rate_limit_exceeded` (429) if it is empty. */
export function limitRate(call: Call): void {
  const key = keyOf(call);
  const draw = call.world.rateLimiter.draw(key);
  if (draw === undefined) return;
  if (call.world.settings.rateLimitHeaders === "draft") call.headers = draftHeaders(draw);
  if (draw.allowed) return;
  const { capacity, refillPerSecond } = draw.limit;
  const seconds = secondsToNext(draw);
  const why =
    `key ${key.key} of ${key.merchant.slug} (${key.origin}) has no tokens left: its bucket holds ${capacity} and refills ` +
    (call.world.clock.frozen
      ? "only while the clock runs, and it is frozen; unfreeze it, or set `rateLimit: off`"
      : `${refillPerSecond} per second; wait ${seconds} s, use a world per test, or start with --rate-limit off`);
  throw new ApiError("rate_limit_exceeded", {
    why,
    headers: { "Retry-After": `${seconds}` },
  });
}

// Why: draft-ietf-httpapi-ratelimit-headers-10: `q` the capacity, `w` the seconds to refill all of
// it, `r` what is left, `t` the seconds to the next token.
function draftHeaders(draw: Draw): Record<string, string> {
  const { limit } = draw;
  const quota = Math.min(limit.capacity, LARGEST);
  const window = Math.min(secondsFor(limit.capacity, limit), LARGEST);
  const remaining = Math.min(remainingOf(draw), LARGEST);
  return {
    "RateLimit-Policy": `"default";q=${quota};w=${window}`,
    RateLimit: `"default";r=${remaining};t=${secondsToNext(draw)}`,
  };
}
