// The general formats of the API (§2), and the scopes of its keys (§5.4).
// Wire schemas have no check and no transform, so that each of them can be written as JSON Schema.
import * as v from "valibot";

/** A UUID in either case, with its four hyphens and nothing around them (§2). */
export const UuidSchema = v.pipe(v.string(), v.uuid());

/** Money in minor units, as a string of decimal digits of any length (§2, §8.3). */
export const DigitsSchema = v.pipe(v.string(), v.regex(/^\d+$/));

/** An ISO 8601 date-time in UTC with a trailing `Z` and any fraction of a second (§2). */
export const TimestampSchema = v.pipe(
  v.string(),
  // Contract: §2 sets no end to the fraction; `v.isoTimestamp` takes nine digits of it.
  v.regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d+)?Z$/),
  v.metadata({ format: "date-time" }),
);

/** The only environment there is (§1.2). */
export const EnvironmentSchema = v.pipe(
  v.literal("SANDBOX"),
  v.description("Always `SANDBOX`: there is no other environment (§1)."),
);

// Contract: §5.4 names these three.
export const SCOPES = ["catalog:read", "orders:read", "checkout:links"] as const;

/** One of the scopes that a key may hold (§5.4). */
export const ScopeSchema = v.picklist(SCOPES);
export type Scope = v.InferOutput<typeof ScopeSchema>;
