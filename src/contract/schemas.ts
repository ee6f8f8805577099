// The general formats of §2, which every resource shares. Wire schemas hold no check and no
// transform, so that each of them can be written as JSON Schema.
import * as v from "valibot";
import { SCOPES } from "./scopes.ts";

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

/** One of the scopes that a key may hold (§5.4). */
export const ScopeSchema = v.picklist(SCOPES);
