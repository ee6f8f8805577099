// What a shared sandbox answers once it has made a world, as far as tests and benchmarks ask.
import * as v from "valibot";

export const MadeSchema = v.object({
  name: v.string(),
  baseUrl: v.string(),
  hostedUrl: v.string(),
  apiKey: v.string(),
  secret: v.string(),
  expiresAt: v.string(),
});

export type Made = v.InferOutput<typeof MadeSchema>;
