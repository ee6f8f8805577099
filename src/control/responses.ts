// The schemas of what the control API returns, by the names that its description uses. They only describe:
// nothing is parsed with them.
import * as v from "valibot";
import { OrderSchema } from "../contract/endpoints/orders.ts";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import {
  ClockSchema,
  FaultSchema,
  KeySchema,
  LimitsSchema,
  MerchantSchema,
  ProductViewSchema,
} from "../world/view-schemas.ts";

const AddressesSchema = v.pipe(
  v.strictObject({
    name: v.string(),
    baseUrl: v.pipe(v.string(), v.description("Where its API answers.")),
    hostedUrl: v.pipe(v.string(), v.description("Where its pages are.")),
  }),
  v.description("Where a world is found."),
);

const WorldSchema = v.pipe(
  v.strictObject({
    ...AddressesSchema.entries,
    apiKey: v.pipe(
      v.string(),
      v.description("The first good key with all scopes; empty where there is none."),
    ),
    keys: v.array(KeySchema),
    merchants: v.array(MerchantSchema),
  }),
  v.description("A world, with all that a client needs."),
);

const ScenarioSchema = v.pipe(
  v.strictObject({
    name: v.string(),
    description: v.pipe(
      v.nullable(v.string()),
      v.description("What its file says of it; null where it says nothing."),
    ),
  }),
  v.description("A scenario of the seeds, and so a world of its name."),
);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const WorldStateSchema = v.pipe(
  v.strictObject({
    ...WorldSchema.entries,
    clock: ClockSchema,
    counts: v.strictObject({ merchants: count, keys: count, products: count, orders: count }),
  }),
  v.description("A world as it stands."),
);

const text = v.nullable(v.string());

const JournalEntrySchema = v.pipe(
  v.strictObject({
    id: v.string(),
    time: v.pipe(v.string(), v.description("ISO 8601, on the world's clock.")),
    ms: v.pipe(v.nullable(v.number()), v.description("Null until it is answered.")),
    method: v.string(),
    path: v.pipe(v.string(), v.description("Without the world's prefix, with the query.")),
    endpoint: v.pipe(
      v.nullable(v.picklist(ENDPOINT_NAMES)),
      v.description("Null where the path is none of the API's."),
    ),
    status: v.pipe(
      v.nullable(v.pipe(v.number(), v.integer())),
      v.description("Null until it is answered, and where nothing was sent."),
    ),
    dropped: v.pipe(
      v.nullable(v.picklist(["before", "midway"])),
      v.description(
        "Where a fault closed the connection: before the response, or in the middle of it.",
      ),
    ),
    key: v.pipe(
      text,
      v.description(
        "Whole if it is one of the world's, else masked: its first four and last two characters.",
      ),
    ),
    merchant: v.pipe(text, v.description("The slug of the key's merchant.")),
    why: v.pipe(text, v.description("Why it was refused, and the mend.")),
    hints: v.pipe(v.array(v.string()), v.description("What is right, but may surprise.")),
    request: v.strictObject({
      headers: v.record(v.string(), v.string()),
      body: v.pipe(text, v.description("Null where the API read none; cut at 4 KiB.")),
    }),
    response: v.strictObject({
      headers: v.pipe(
        v.record(v.string(), v.string()),
        v.description("Those that the sandbox sets; none where nothing was sent."),
      ),
      body: text,
    }),
  }),
  v.description("A request to the API and its answer, as the journal keeps them."),
);

const HealthSchema = v.pipe(
  v.strictObject({
    status: v.literal("ok"),
    version: v.string(),
    uptimeMs: count,
    worlds: v.pipe(count, v.description("How many there are, those of scenarios among them.")),
    seeds: v.strictObject({
      revision: v.pipe(
        count,
        v.description("1 for the first load, one more with each that replaces it."),
      ),
      loadedAt: v.pipe(v.string(), v.description("ISO 8601, in UTC.")),
      lastError: v.pipe(
        v.nullable(v.string()),
        v.description(
          "Where the last load failed and the one before is still served: the places of its errors.",
        ),
      ),
    }),
  }),
  v.description("How the sandbox does."),
);

const ProblemSchema = v.pipe(
  v.strictObject({
    type: v.pipe(v.string(), v.description("Always `about:blank`: the status tells the kind.")),
    title: v.pipe(v.string(), v.description("What HTTP calls the status.")),
    status: v.pipe(v.number(), v.integer()),
    detail: v.pipe(v.string(), v.description("What was wrong, and what to do next.")),
    errors: v.exactOptional(
      v.pipe(
        v.array(
          v.looseObject({
            path: v.pipe(
              v.string(),
              v.description("A JSON pointer, like `/seeds/orders/0/product`."),
            ),
            message: v.string(),
          }),
        ),
        v.description("Every single mistake, where there may be more than one."),
      ),
    ),
  }),
  v.description("What was wrong, and what to do next (RFC 9457)."),
);

const DescriptionSchema = v.pipe(
  v.looseObject({ openapi: v.string() }),
  v.description("An OpenAPI document."),
);
const SnapshotSchema = v.pipe(v.string(), v.description("A file of seeds."));
const EventsSchema = v.pipe(v.string(), v.description("An event for each request."));

const IndexSchema = v.pipe(
  v.strictObject({
    name: v.literal("merchant-sandbox"),
    version: v.string(),
    baseUrl: v.pipe(v.string(), v.description("Where the API answers.")),
    dashboard: v.string(),
    docs: v.string(),
    openapi: v.pipe(v.string(), v.description("The description of these calls.")),
    calls: v.array(
      v.strictObject({
        method: v.string(),
        path: v.pipe(v.string(), v.description("Its parts in braces, as `{world}`.")),
        summary: v.string(),
      }),
    ),
  }),
  v.description("What the control API has."),
);

export const RESPONSE_SCHEMAS = {
  Index: IndexSchema,
  Health: HealthSchema,
  Description: DescriptionSchema,
  Scenario: ScenarioSchema,
  WorldAddresses: AddressesSchema,
  World: WorldSchema,
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
  RequestEvents: EventsSchema,
  Problem: ProblemSchema,
} as const;

export type ResponseSchemaName = keyof typeof RESPONSE_SCHEMAS;

/** What is answered by a name. */
export type ResponseOf<Name extends ResponseSchemaName> = v.InferOutput<
  (typeof RESPONSE_SCHEMAS)[Name]
>;
