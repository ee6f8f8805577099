// What a change of the rate limit, or of the buckets of keys, may hold.
import * as v from "valibot";
import { LimitSchema } from "../seeds/schema.ts";

const TOKENS = "a number of tokens, 0 or more";

export const LimitChangeSchema = v.strictObject({
  key: v.exactOptional(
    v.pipe(
      v.string("a key"),
      v.description("The key that it is for; every key if left out, but for limits of their own."),
    ),
  ),
  tokens: v.exactOptional(
    v.pipe(
      v.number(TOKENS),
      v.finite(TOKENS),
      v.minValue(0, TOKENS),
      v.description("What the bucket holds from now on; 0 drains it."),
    ),
  ),
  rateLimit: v.exactOptional(v.pipe(LimitSchema, v.description("The limit from now on."))),
});
