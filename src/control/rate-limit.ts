// The rate limit of a world, and its buckets.
import { changeLimits, LimitChangeSchema } from "../world/changes/limits.ts";
import { viewLimits } from "../world/views.ts";
import { defineOperation } from "./operation.ts";

export const RATE_LIMIT_OPERATIONS = [
  defineOperation({
    name: "getRateLimits",
    method: "get",
    path: "/worlds/:world/rate-limit",
    summary: "The rate limit, and the buckets",
    response: "RateLimits",
    run: ({ world }) => viewLimits(world()),
  }),
  defineOperation({
    name: "setRateLimits",
    method: "put",
    path: "/worlds/:world/rate-limit",
    body: LimitChangeSchema,
    summary: "Change limits, fill or empty buckets",
    description:
      "For all keys, or for one. `rateLimit: off` disables the limit. `tokens: 0` empties a bucket.",
    errors: { 404: "There is no such world or key." },
    example: ({ key }) => key && { key, tokens: 0 },
    response: "RateLimits",
    run: ({ world, body }) => {
      const target = world();
      changeLimits(target, body);
      return viewLimits(target);
    },
  }),
];
