// The rate limit of a world, and the buckets as they stand.
import * as v from "valibot";
import { changeLimits } from "../world/change-limits.ts";
import { LimitSchema, LimitsSchema, viewLimits } from "../world/views.ts";
import { reading, writing } from "./operation.ts";

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
  rateLimit: v.exactOptional(LimitSchema),
});

export const RATE_LIMIT_OPERATIONS = [
  reading({
    method: "get",
    path: "/worlds/:world/rate-limit",
    summary: "The rate limit, and what each key's bucket holds",
    success: 200,
    response: LimitsSchema,
    run: ({ world }) => viewLimits(world()),
  }),
  writing(LimitChangeSchema, {
    method: "put",
    path: "/worlds/:world/rate-limit",
    summary: "Change the limit of all keys or of one, lift it, or fill or drain buckets",
    success: 200,
    response: LimitsSchema,
    async run({ world, body }) {
      const target = world();
      await changeLimits(target, body);
      return viewLimits(target);
    },
  }),
];
