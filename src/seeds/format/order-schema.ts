// What an entry of `orders` may hold: one order, or with `repeat` many of them.
import * as v from "valibot";
import {
  count,
  currency,
  duration,
  optional,
  repeatedAmount,
  required,
  text,
  time,
  uuid,
  word,
} from "./fields.ts";

export const OrderSeedSchema = v.strictObject({
  product: required(
    text("a product's publicCode or id"),
    "What was ordered: the product's publicCode or id; the merchant follows from it.",
  ),
  id: optional(uuid, "The order's UUID.", {
    words: "made from ref, or from the product and the order's number",
  }),
  ref: optional(
    word("a name of your own, as text"),
    "A name of your own, which keeps the order's id the same, like first-order, or daily-{n} with repeat.",
  ),
  state: optional(word("a state like PAID, as text"), "Any word, like PENDING or REFUNDED.", {
    value: "PAID",
  }),
  currency: optional(currency, "The code of the currency that was paid in.", {
    words: "the product's",
  }),
  amountMinor: required(
    repeatedAmount,
    "What was paid, in the currency's smallest unit and plain digits, like 4900 for 49.00 EUR.",
  ),
  refundedMinor: optional(
    repeatedAmount,
    "How much of it was paid back, written as amountMinor is.",
    { value: "0" },
  ),
  createdAt: required(
    time,
    "When it was made: counted from the world's clock, like now-3d, or absolute, like 2026-10-17T09:00:00Z.",
  ),
  repeat: optional(
    v.strictObject(
      {
        times: required(count, "How many orders there are, like 120."),
        every: required(duration, "How much later each order is than the last, like 1h or 1h30m."),
        from: optional(count, "What {n} is in the first of them.", { value: 1 }),
      },
      "a mapping of times and every",
    ),
    "Makes many orders of this entry; {n} in its texts is 1, 2, 3 and so on.",
  ),
});
