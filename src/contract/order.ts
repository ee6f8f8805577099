// An order as the API lists it (§2.3).
import * as v from "valibot";
import { DigitsSchema, TimestampSchema, UuidSchema } from "./schemas.ts";

/** One item of `GET …/orders` (§2.3). */
export const OrderSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    productId: v.pipe(UuidSchema, v.description("The product that was ordered.")),
    state: v.pipe(
      v.string(),
      v.description("`PAID`, or another word: the document names no other state (§3)."),
    ),
    currency: v.string(),
    amountMinor: v.pipe(
      DigitsSchema,
      v.description(
        "In the smallest unit of the currency, as digits: there may be more than a number holds exactly (§2).",
      ),
    ),
    refundedMinor: v.pipe(
      DigitsSchema,
      v.description("How much of the amount was paid back, written like it."),
    ),
    createdAt: v.pipe(
      TimestampSchema,
      v.description("In UTC, with a `Z` at its end; fractions of a second may be left out (§2)."),
    ),
  }),
  v.description("A sandbox order of one product (§2.3)."),
);
export type Order = v.InferOutput<typeof OrderSchema>;
