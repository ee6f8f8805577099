// The schemas of the saved parts of a world.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import { ERRORS, type ErrorCode } from "../contract/errors.ts";
import { CHANGES, COLLECTIONS } from "../model/schema.ts";
import { LimitSchema, SettingsSeedSchema } from "../model/settings-schema.ts";
import type { SettingsOverrides } from "../seeds/resolve/settings.ts";
import { CountersSchema } from "../world/saved-counters.ts";

/** A saved entry of a list. */
const savedEntry = <Schema extends v.GenericSchema>(seed: Schema) =>
  v.strictObject({ seed, path: v.string(), line: v.pipe(v.number(), v.safeInteger()) });

const apiKey = savedEntry(v.strictObject({ apiKey: v.string() }));
const faults = savedEntry(COLLECTIONS.faults);
const settings = savedEntry(SettingsSeedSchema);

const ScenarioSchema = v.strictObject({
  name: v.string(),
  description: v.exactOptional(v.string()),
  extends: v.exactOptional(v.string()),
  changes: v.strictObject({
    apiKey: v.exactOptional(apiKey),
    merchants: v.array(savedEntry(CHANGES.merchants)),
    keys: v.array(savedEntry(CHANGES.keys)),
    products: v.array(savedEntry(CHANGES.products)),
    orders: v.array(savedEntry(CHANGES.orders)),
    faults: v.exactOptional(v.array(faults)),
    settings: v.array(settings),
  }),
});

/** Saved seeds. */
export const SeedsSchema = v.strictObject({
  base: v.strictObject({
    apiKey: v.exactOptional(apiKey),
    merchants: v.array(savedEntry(COLLECTIONS.merchants)),
    keys: v.array(savedEntry(COLLECTIONS.keys)),
    products: v.array(savedEntry(COLLECTIONS.products)),
    orders: v.array(savedEntry(COLLECTIONS.orders)),
    faults: v.array(faults),
    settings: v.array(settings),
  }),
  scenarios: v.array(ScenarioSchema),
});

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A change of a world: an overlay, and when it was applied, in Unix milliseconds. */
export const ChangeSchema = v.strictObject({
  now: v.number(),
  overlay: v.record(v.string(), v.unknown()),
});

/** The settings of the command line. */
export const OverridesSchema = v.strictObject({
  now: v.exactOptional(v.number()),
  frozen: v.exactOptional(v.boolean()),
  rateLimit: v.exactOptional(LimitSchema),
} satisfies Record<keyof SettingsOverrides, v.GenericSchema>);

/** The state of a world as seeds, and the settings of the command line. */
export const SnapshotSchema = v.strictObject({
  seeds: SeedsSchema,
  /** The changed orders of repeated entries: the index of the entry in the seeds, and the value of `{n}`. */
  series: v.array(
    v.strictObject({
      entry: savedEntry(COLLECTIONS.orders),
      members: v.array(v.tuple([count, count])),
    }),
  ),
  overrides: OverridesSchema,
});
export type SavedSnapshot = v.InferInput<typeof SnapshotSchema>;

const kept = v.union([v.string(), v.strictObject({ text: v.string(), length: count })]);

// Why: `optional`, because fields without a value are undefined until they are JSON.
export const SavedRequestSchema = v.strictObject({
  /** Its number among all requests to the world. */
  number: count,
  id: v.string(),
  time: v.number(),
  /** How long the response took, in milliseconds. */
  ms: v.optional(v.number()),
  method: v.string(),
  path: v.string(),
  query: v.string(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.optional(kept),
  hasBody: v.optional(v.boolean()),
  endpoint: v.optional(v.picklist(ENDPOINT_NAMES)),
  key: v.optional(v.strictObject({ key: v.string(), merchant: v.string() })),
  maskedKey: v.optional(v.string()),
  hints: v.optional(v.array(v.string())),
  cutFrom: v.optional(count),
  status: v.optional(count),
  answer: v.optional(kept),
  answerHeaders: v.optional(v.record(v.string(), v.string())),
  drop: v.optional(v.picklist(["before", "midway"])),
  code: v.optional(v.picklist(Object.keys(ERRORS) as ErrorCode[])),
  why: v.optional(v.string()),
  stack: v.optional(v.string()),
  place: count,
  /** The counters of the world after it. */
  record: v.optional(CountersSchema),
});
export type SavedRequest = v.InferOutput<typeof SavedRequestSchema>;
