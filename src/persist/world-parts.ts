// The parts that a world is saved in, beside those of its state: what each of them looks like. Nothing of this
// is loaded where no world is saved.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The part that every saved world has. */
export const CLOCK = "clock";
/** What the names of these parts begin with; behind it stand a key, and numbers. */
export const BUCKET = "bucket/";
export const FAULT = "fault/";
export const REQUEST = "request/";
export const FORMER_KEYS = "formerKeys";

export const SavedClockSchema = v.strictObject({
  /** Whether it shows the system's time. */
  real: v.boolean(),
  /** How far it is ahead of the system's, in milliseconds. */
  ahead: v.number(),
  /** The time at which it stands still, in Unix milliseconds. */
  frozenAt: v.exactOptional(v.number()),
});
export type SavedClock = v.InferOutput<typeof SavedClockSchema>;

export const SavedBucketSchema = v.strictObject({
  tokens: v.number(),
  /** When `tokens` was true, in Unix milliseconds. */
  at: v.number(),
});
export type SavedBucket = v.InferOutput<typeof SavedBucketSchema>;

export const SavedFaultSchema = v.strictObject({
  /** How many requests that fit have passed before the first that is hit. */
  passed: count,
  hits: count,
  /** The state of its random numbers. */
  random: v.pipe(v.number(), v.safeInteger()),
});
export type SavedFault = v.InferOutput<typeof SavedFaultSchema>;

export const FormerKeysSchema = v.array(v.string());

const kept = v.union([v.string(), v.strictObject({ text: v.string(), length: count })]);

export const SavedRequestSchema = v.strictObject({
  id: v.string(),
  time: v.number(),
  /** How long the answer took, in milliseconds. */
  ms: v.exactOptional(v.number()),
  method: v.string(),
  path: v.string(),
  query: v.string(),
  headers: v.array(v.tuple([v.string(), v.string()])),
  body: v.exactOptional(kept),
  endpoint: v.exactOptional(v.picklist(ENDPOINT_NAMES)),
  key: v.exactOptional(v.strictObject({ key: v.string(), merchant: v.string() })),
  maskedKey: v.exactOptional(v.string()),
  hints: v.exactOptional(v.array(v.string())),
  cutFrom: v.exactOptional(count),
  status: v.exactOptional(count),
  answer: v.exactOptional(kept),
  why: v.exactOptional(v.string()),
  stack: v.exactOptional(v.string()),
  place: count,
});
export type SavedRequest = v.InferOutput<typeof SavedRequestSchema>;
