// The general formats of §2, which every resource shares. Wire schemas hold no check and no
// transform, so that each of them can be written as JSON Schema.
import * as v from "valibot";

/** A UUID in either case, with its four hyphens and nothing around them (§2). */
export const UuidSchema = v.pipe(v.string(), v.uuid());

/** Money in minor units, as a string of decimal digits of any length (§2, §8.3). */
export const DigitsSchema = v.pipe(v.string(), v.regex(/^\d+$/));

/** An ISO 8601 date-time in UTC with a trailing `Z` and up to nine digits of fraction (§2). */
export const TimestampSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/),
);

/** The only environment there is (§1.2). */
export const EnvironmentSchema = v.pipe(
  v.literal("SANDBOX"),
  v.description("Always `SANDBOX`: there is no other environment (§1)."),
);
