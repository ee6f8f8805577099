// The ping result (§2.1).
import * as v from "valibot";
import { EnvironmentSchema, UuidSchema } from "./formats.ts";
import { ScopeSchema } from "./scopes.ts";

/** What `GET …/ping` answers: whose key it is and what the key may do (§2.1). */
export const PingSchema = v.strictObject({
  merchantId: UuidSchema,
  scopes: v.array(ScopeSchema),
  environment: EnvironmentSchema,
  liveEnabled: v.literal(false),
});
export type Ping = v.InferOutput<typeof PingSchema>;
