// The ping result (§2.1).
import * as v from "valibot";
import { EnvironmentSchema, ScopeSchema, UuidSchema } from "./schemas.ts";

/** What `GET …/ping` answers: whose key it is and what the key may do (§2.1). */
export const PingSchema = v.pipe(
  v.strictObject({
    merchantId: v.pipe(UuidSchema, v.description("The merchant that owns the key.")),
    scopes: v.pipe(
      v.array(ScopeSchema),
      v.description("The scopes that the key holds; there may be none."),
      v.metadata({
        "x-sandbox-choice":
          "The document names these three scopes and does not say that there are no others (§5).",
      }),
    ),
    environment: EnvironmentSchema,
    liveEnabled: v.pipe(
      v.literal(false),
      v.description("Always `false`: live access is unavailable (§1)."),
    ),
  }),
  v.description("Whose key it is, and what the key may do (§2.1)."),
);
export type Ping = v.InferOutput<typeof PingSchema>;
