// An order as the API lists it (§2.3).
import * as v from "valibot";
import { DigitsSchema, TimestampSchema, UuidSchema } from "./formats.ts";

/** One item of `GET …/orders` (§2.3). */
export const OrderSchema = v.strictObject({
  id: UuidSchema,
  productId: UuidSchema,
  state: v.string(),
  currency: v.string(),
  amountMinor: DigitsSchema,
  refundedMinor: DigitsSchema,
  createdAt: TimestampSchema,
});
export type Order = v.InferOutput<typeof OrderSchema>;
