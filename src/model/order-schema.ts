// The fields of an order, or with `repeat` of many orders.
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
    "The product, by publicCode or id; its merchant is the merchant of the order.",
  ),
  id: optional(uuid, "The order's UUID.", {
    words: "derived from ref, or from the product and the order's number",
  }),
  ref: optional(
    word("a name of your own, as text"),
    "Your own name for the order, like first-order, or daily-{n} with repeat; its id is derived from it.",
  ),
  state: optional(
    word("a state like PAID, as text"),
    "The state that the API returns, like PENDING or REFUNDED; every word is allowed.",
    {
      value: "PAID",
    },
  ),
  currency: optional(currency, "The currency code of the payment.", {
    words: "the product's",
  }),
  amountMinor: required(
    repeatedAmount,
    "The amount paid, in digits of the smallest unit of the currency, like 4900 for 49.00 EUR.",
  ),
  quantity: optional(count, "How many pieces were bought; the receipt shows it."),
  refundedMinor: optional(repeatedAmount, "The amount refunded, written like amountMinor.", {
    value: "0",
  }),
  createdAt: required(
    time,
    "When it was created, relative to the world's clock, like now-3d, or absolute, like 2026-10-17T09:00:00Z.",
  ),
  repeat: optional(
    v.strictObject(
      {
        times: required(count, "How many orders to create, like 120."),
        every: required(duration, "The time between two orders, like 1h or 1h30m."),
        from: optional(count, "The value of {n} in the first of them.", { value: 1 }),
      },
      "a mapping of times and every",
    ),
    "Creates many orders from this entry; {n} in its texts becomes 1, 2, 3 and so on.",
  ),
});
