// The schemas of what the control API returns, by the names that its description uses. They only describe:
// nothing is parsed with them.
import * as v from "valibot";
import { OrderSchema } from "../contract/endpoints/orders.ts";
import { JournalEntrySchema } from "../world/journal/entry.ts";
import {
  ClockSchema,
  FaultSchema,
  KeySchema,
  LimitsSchema,
  MerchantSchema,
  ProductViewSchema,
} from "../world/views.ts";
import { WORLD_ERROR_CODES } from "../world/world-error.ts";

const AddressesSchema = v.pipe(
  v.strictObject({
    name: v.string(),
    baseUrl: v.pipe(v.string(), v.description("The base URL of its API.")),
    hostedUrl: v.pipe(v.string(), v.description("The base URL of its pages.")),
    expiresAt: v.exactOptional(
      v.pipe(v.string(), v.description("ISO 8601, in UTC. Missing if it never expires.")),
    ),
  }),
  v.description("The addresses of a world."),
);

const WorldSchema = v.pipe(
  v.strictObject({
    ...AddressesSchema.entries,
    apiKey: v.pipe(
      v.string(),
      v.description("The first valid key with all scopes. Empty if there is none."),
    ),
    keys: v.array(KeySchema),
    merchants: v.array(MerchantSchema),
  }),
  v.description("A world, with everything that a client needs."),
);

const MadeWorldSchema = v.pipe(
  v.strictObject({
    ...WorldSchema.entries,
    secret: v.exactOptional(
      v.pipe(
        v.string(),
        v.description(
          "The token of this world's control calls and pages. Missing if the sandbox has no control token.",
        ),
      ),
    ),
  }),
  v.description("A world that was made."),
);

const ScenarioSchema = v.pipe(
  v.strictObject({
    name: v.string(),
    description: v.pipe(
      v.nullable(v.string()),
      v.description("The description in its file, or null."),
    ),
  }),
  v.description("A scenario of the seeds. There is a world with its name."),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const WorldStateSchema = v.pipe(
  v.strictObject({
    ...WorldSchema.entries,
    clock: ClockSchema,
    counts: v.strictObject({ merchants: count, keys: count, products: count, orders: count }),
  }),
  v.description("The current state of a world."),
);

const HealthSchema = v.pipe(
  v.strictObject({
    status: v.literal("ok"),
    version: v.string(),
    uptimeMs: count,
    worlds: v.pipe(count, v.description("The number of worlds, including those of scenarios.")),
    seeds: v.strictObject({
      revision: v.pipe(count, v.description("1 for the first load, plus 1 for each reload.")),
      loadedAt: v.pipe(v.string(), v.description("ISO 8601, in UTC.")),
      lastError: v.pipe(
        v.nullable(v.string()),
        v.description(
          "The locations of its errors if the last load failed and the seeds before it are still served. Otherwise null.",
        ),
      ),
    }),
  }),
  v.description("The status of the sandbox."),
);

const ProblemSchema = v.pipe(
  v.strictObject({
    type: v.pipe(
      v.string(),
      v.description("Always `about:blank`: `status` says what kind of problem it is."),
    ),
    title: v.pipe(v.string(), v.description("The HTTP reason phrase of the status.")),
    status: v.pipe(v.number(), v.integer()),
    detail: v.pipe(v.string(), v.description("The problem, what was received, and how to fix it.")),
    code: v.exactOptional(
      v.pipe(
        v.picklist(WORLD_ERROR_CODES),
        v.description("What is wrong, for programs; only if the world does not allow the call."),
      ),
    ),
    errors: v.exactOptional(
      v.pipe(
        v.array(
          v.looseObject({
            path: v.pipe(
              v.string(),
              v.description(
                "A JSON pointer into the body or the query, such as `/seeds/orders/0/product`. Empty for the whole.",
              ),
            ),
            message: v.string(),
          }),
        ),
        v.description(
          "All mistakes in the body or the query. Mistakes in seed entries also have `severity`, `code` and `hint`.",
        ),
      ),
    ),
  }),
  v.description("An error (RFC 9457)."),
);

const DescriptionSchema = v.pipe(
  v.looseObject({ openapi: v.string() }),
  v.description("An OpenAPI document."),
);
const SnapshotSchema = v.pipe(v.string(), v.description("A seed file."));
const HarSchema = v.pipe(
  v.strictObject({ log: v.looseObject({ version: v.literal("1.2") }) }),
  v.description("An HTTP archive (HAR 1.2)."),
);
const EventsSchema = v.pipe(v.string(), v.description("An event for each request."));

const IndexSchema = v.pipe(
  v.strictObject({
    name: v.literal("merchant-sandbox"),
    version: v.string(),
    baseUrl: v.pipe(v.string(), v.description("The base URL of the API.")),
    dashboard: v.string(),
    docs: v.string(),
    openapi: v.pipe(v.string(), v.description("The OpenAPI document of these calls.")),
    calls: v.array(
      v.strictObject({
        method: v.string(),
        path: v.pipe(
          v.string(),
          v.description("With its parameters in braces, such as `{world}`."),
        ),
        summary: v.string(),
      }),
    ),
  }),
  v.description("All calls of the control API."),
);

export const RESPONSE_SCHEMAS = {
  Index: IndexSchema,
  Health: HealthSchema,
  Description: DescriptionSchema,
  Scenario: ScenarioSchema,
  WorldAddresses: AddressesSchema,
  World: WorldSchema,
  MadeWorld: MadeWorldSchema,
  WorldState: WorldStateSchema,
  Snapshot: SnapshotSchema,
  Clock: ClockSchema,
  Merchant: MerchantSchema,
  Key: KeySchema,
  Product: ProductViewSchema,
  Order: OrderSchema,
  Fault: FaultSchema,
  RateLimits: LimitsSchema,
  Request: JournalEntrySchema,
  Har: HarSchema,
  RequestEvents: EventsSchema,
  Problem: ProblemSchema,
} as const;

export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS;

/** The type of a response. */
export type ResponseOf<Name extends ResponseSchemaName> = v.InferOutput<
  (typeof RESPONSE_SCHEMAS)[Name]
>;
