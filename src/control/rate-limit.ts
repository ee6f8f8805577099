// The rate limit of a world, and the buckets as they stand.
import * as v from "valibot";
import { RateLimitSchema } from "../seeds/schema.ts";
import { changeLimits } from "../world/change-limits.ts";
import { viewLimits } from "../world/views.ts";
import { reading, writing } from "./operation.ts";

const LIMIT = "off, or a mapping of capacity and refillPerSecond";
const LimitSchema = v.union([v.literal("off"), RateLimitSchema], LIMIT);
const TOKENS = "a number of tokens, 0 or more";

const LimitChangeSchema = v.strictObject({
  key: v.exactOptional(
    v.pipe(
      v.string("a key"),
      v.description("The key that it is for; every key if left out, but for limits of their own."),
    ),
  ),
  tokens: v.exactOptional(
    v.pipe(
      v.number(TOKENS),
      v.minValue(0, TOKENS),
      v.description("What the bucket holds from now on; 0 drains it."),
    ),
  ),
  rateLimit: v.exactOptional(v.pipe(LimitSchema, v.description("The limit from now on."))),
});

export const RATE_LIMIT_OPERATIONS = [
  reading({
    name: "getRateLimits",
    method: "get",
    path: "/worlds/:world/rate-limit",
    summary: "The rate limit, and the buckets",
    success: 200,
    response: "RateLimits",
    run: ({ world }) => viewLimits(world()),
  }),
  writing(LimitChangeSchema, {
    name: "setRateLimits",
    method: "put",
    path: "/worlds/:world/rate-limit",
    summary: "Change limits, fill or drain buckets",
    description: "For all keys or for one. `off` lifts the limit, `tokens: 0` drains a bucket.",
    refusals: { 404: "There is no such world or key." },
    example: ({ key }) => key && { key, tokens: 0 },
    success: 200,
    response: "RateLimits",
    async run({ world, body }) {
      const target = world();
      await changeLimits(target, body);
      return viewLimits(target);
    },
  }),
];
