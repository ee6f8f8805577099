// The response of a shared sandbox that has made a world, with the fields that tests and benchmarks read.
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
