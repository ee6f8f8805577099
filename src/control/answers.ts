// What the control API answers, by the names that its description has for it. Nothing is parsed by these
// schemas: they are there to be described, and for the types of what is answered.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import { OrderSchema } from "../contract/order.ts";
import { ScopeSchema } from "../contract/scopes.ts";
import { COLLECTIONS, RateLimitSchema } from "../seeds/schema.ts";

const slug = v.pipe(v.string(), v.description("The merchant's slug."));
const time = v.pipe(v.string(), v.description("ISO 8601, in UTC."));
const access = v.pipe(v.boolean(), v.description("Whether the sandbox is open to it."));

const ClockSchema = v.pipe(
  v.strictObject({
    now: time,
    frozen: v.pipe(v.boolean(), v.description("Whether it stands still.")),
  }),
  v.description("What time it is in a world."),
);

const MerchantSchema = v.pipe(
  v.strictObject({
    slug: v.pipe(v.string(), v.description("The name that keys and products refer to.")),
    name: v.string(),
    id: v.string(),
    sandboxAccess: access,
  }),
  v.description("Who owns keys and products."),
);

const KeySchema = v.pipe(
  v.strictObject({
    key: v.pipe(v.string(), v.description("The token, whole.")),
    merchant: slug,
    scopes: v.array(ScopeSchema),
    status: v.picklist(["active", "revoked"]),
    expiresAt: v.pipe(v.nullable(v.string()), v.description("ISO 8601, in UTC; null means never.")),
    sandboxAccess: access,
    rateLimit: v.pipe(
      v.nullable(RateLimitSchema),
      v.description("Its own; null means that of the settings."),
    ),
  }),
  v.description("A key of a merchant."),
);

const ProductSchema = v.pipe(
  v.strictObject({
    id: v.string(),
    publicCode: v.string(),
    merchant: slug,
    status: v.pipe(v.string(), v.description("Only `PUBLISHED` gives links.")),
    currency: v.string(),
    version: v.number(),
    title: v.pipe(v.nullable(v.string()), v.description("What the hosted pages call it.")),
    priceMinor: v.pipe(
      v.nullable(v.string()),
      v.description("What one costs at the hosted checkout, in minor units."),
    ),
  }),
  v.description("A product, with what the API never shows of it."),
);

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

const FaultStateSchema = v.pipe(
  v.strictObject({
    ...COLLECTIONS.faults.entries,
    hits: v.pipe(v.number(), v.description("How many requests it has hit.")),
  }),
  v.description("A fault rule, and what became of it."),
);

const LimitsSchema = v.pipe(
  v.strictObject({
    rateLimit: v.pipe(
      v.union([v.literal("off"), RateLimitSchema]),
      v.description("Of each key that has none of its own."),
    ),
    buckets: v.pipe(
      v.array(
        v.strictObject({
          key: v.string(),
          rateLimit: RateLimitSchema,
          tokens: v.pipe(v.number(), v.description("What the bucket holds; whole ones are drawn.")),
        }),
      ),
      v.description("One for each key that is limited."),
    ),
  }),
  v.description("The rate limit of a world, and the buckets of its keys."),
);

const text = v.nullable(v.string());

const JournalEntrySchema = v.pipe(
  v.strictObject({
    id: v.string(),
    time: v.pipe(v.string(), v.description("ISO 8601, on the world's clock.")),
    ms: v.pipe(v.nullable(v.number()), v.description("Null until it is answered, as is `status`.")),
    method: v.string(),
    path: v.pipe(v.string(), v.description("Without the world's prefix, with the query.")),
    endpoint: v.pipe(
      v.nullable(v.picklist(ENDPOINT_NAMES)),
      v.description("Null where the path is none of the API's."),
    ),
    status: v.nullable(v.pipe(v.number(), v.integer())),
    key: v.pipe(text, v.description("Masked, as are all keys in an entry.")),
    merchant: v.pipe(text, v.description("The slug of the key's merchant.")),
    why: v.pipe(text, v.description("Why it was refused, and the mend.")),
    hints: v.pipe(v.array(v.string()), v.description("What is right, but may surprise.")),
    request: v.strictObject({
      headers: v.record(v.string(), v.string()),
      body: v.pipe(text, v.description("Null where the API read none; cut at 4 KiB.")),
    }),
    response: v.strictObject({ body: text }),
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
        v.array(v.record(v.string(), v.unknown())),
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

export const ANSWERS = {
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
  Product: ProductSchema,
  Order: OrderSchema,
  Fault: FaultStateSchema,
  RateLimits: LimitsSchema,
  Request: JournalEntrySchema,
  RequestEvents: EventsSchema,
  Problem: ProblemSchema,
} as const;

export type AnswerName = keyof typeof ANSWERS;

/** What is answered by a name. */
export type Answer<Name extends AnswerName> = v.InferOutput<(typeof ANSWERS)[Name]>;
