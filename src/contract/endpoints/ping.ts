// GET …/ping: the key's merchant and scopes (§2.1, §4.1).
import * as v from "valibot";
import { type EndpointDescription, PREFIX } from "../endpoint.ts";
import { EnvironmentSchema, SCOPES, ScopeSchema, UuidSchema } from "../formats.ts";

/** What `GET …/ping` answers: whose key it is and what the key may do (§2.1). */
export const PingSchema = v.pipe(
  v.strictObject({
    merchantId: v.pipe(UuidSchema, v.description("The merchant that owns the key.")),
    scopes: v.pipe(
      v.array(ScopeSchema),
      v.description("The scopes of the key. May be empty."),
      v.metadata({
        "x-sandbox-choice": "The specification names these three scopes. There may be others (§5).",
      }),
    ),
    environment: EnvironmentSchema,
    liveEnabled: v.pipe(
      v.literal(false),
      v.description("Always `false`: live access is unavailable (§1)."),
    ),
  }),
  v.description("The merchant and the scopes of a key (§2.1)."),
);
export type Ping = v.InferOutput<typeof PingSchema>;

const FULL: Ping = {
  merchantId: "34c2fa96-319c-5b87-8de7-a8ca2adca3c2",
  scopes: [...SCOPES],
  environment: "SANDBOX",
  liveEnabled: false,
};

export const PING = {
  name: "ping",
  section: "4.1",
  method: "GET",
  path: `${PREFIX}/ping`,
  scope: undefined,
  success: 200,
  operationId: "ping",
  summary: "Check a key",
  description: "Returns the merchant and the scopes of the key. Any active key is accepted (§4.1).",
  schemas: { Ping: PingSchema },
  response: {
    schema: PingSchema,
    description: "The key is valid.",
    examples: {
      full: { summary: "A key with all three scopes", value: FULL },
      scopeless: { summary: "A key without any scope", value: { ...FULL, scopes: [] } },
    },
  },
} as const satisfies EndpointDescription;
