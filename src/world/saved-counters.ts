// A world's clock and counters, to save them. They are also read from outside, so they have a schema.
import * as v from "valibot";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const SavedClockSchema = v.strictObject({
  /** Whether it shows the system's time. */
  real: v.boolean(),
  /** How far it is ahead of the system's clock, in milliseconds. */
  ahead: v.number(),
  /** The time at which it is frozen, in Unix milliseconds. */
  frozenAt: v.exactOptional(v.number()),
  /** The total of all times that it was set back, in milliseconds. */
  setBack: v.exactOptional(v.number()),
});
export type SavedClock = v.InferOutput<typeof SavedClockSchema>;

/** The tokens of a bucket at a time, in milliseconds on the clock that is never set back. */
export const SavedBucketSchema = v.strictObject({ tokens: v.number(), at: v.number() });
export type SavedBucket = v.InferOutput<typeof SavedBucketSchema>;

/** The counters of a fault rule. */
export const SavedFaultSchema = v.strictObject({
  /** How many matching requests passed because of `after`. */
  passed: count,
  hits: count,
  /** The state of its random generator. */
  random: v.pipe(v.number(), v.safeInteger()),
});
export type SavedFault = v.InferOutput<typeof SavedFaultSchema>;

/** How many ids were counted while the clock was frozen. */
export const MadeCountsSchema = v.strictObject({ requests: count, forms: count });
export type MadeCounts = v.InferOutput<typeof MadeCountsSchema>;

export const CountersSchema = v.strictObject({
  /** When the world started, on its own clock, in Unix milliseconds. */
  start: v.number(),
  clock: SavedClockSchema,
  /** The buckets that may not be full, by key. */
  buckets: v.record(v.string(), SavedBucketSchema),
  /** By the index of the rule, without those that counted nothing. */
  faults: v.record(v.string(), SavedFaultSchema),
  made: v.exactOptional(MadeCountsSchema),
  /** How often they were saved before. Where they are saved several times, those with the most are current. */
  saves: v.exactOptional(count),
});
export type SavedCounters = v.InferOutput<typeof CountersSchema>;
