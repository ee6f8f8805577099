// GET …/orders: the merchant's sandbox orders (§2.3, §4.3).
import * as v from "valibot";
import { type EndpointDescription, PREFIX } from "../endpoint.ts";
import { DigitsSchema, TimestampSchema, UuidSchema } from "../formats.ts";
import { LIST_LIMIT, NO_SECOND_PAGE } from "../list.ts";
import { ATLAS, NOVEL } from "./products.ts";

/** One item of `GET …/orders` (§2.3). */
export const OrderSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    productId: v.pipe(UuidSchema, v.description("The product that was ordered.")),
    state: v.pipe(
      v.string(),
      v.description("`PAID` or another state. The specification names no others (§3)."),
    ),
    currency: v.string(),
    amountMinor: v.pipe(
      DigitsSchema,
      v.description(
        "In minor units of the currency, as a string of digits. It may be too large for a number (§2).",
      ),
    ),
    refundedMinor: v.pipe(
      DigitsSchema,
      v.description("The refunded part of the amount, in the same format."),
    ),
    createdAt: v.pipe(
      TimestampSchema,
      v.description("In UTC, with a trailing `Z`. Fractions of a second are optional (§2)."),
    ),
  }),
  v.description("A sandbox order of one product (§2.3)."),
);
export type Order = v.InferOutput<typeof OrderSchema>;

const TWO: readonly Order[] = [
  {
    id: "505e9ac8-1f98-53b6-b5ff-f29b4cacaeaf",
    productId: ATLAS.id,
    state: "PAID",
    currency: "EUR",
    amountMinor: "4900",
    refundedMinor: "0",
    createdAt: "2026-10-17T08:56:00.000Z",
  },
  {
    id: "a5a5d2ee-a8ab-58ef-8bc0-92a854fa2114",
    productId: NOVEL.id,
    state: "PENDING",
    currency: "EUR",
    amountMinor: "1400",
    refundedMinor: "0",
    createdAt: "2026-10-17T07:00:00.000Z",
  },
];

export const ORDERS = {
  name: "orders",
  section: "4.3",
  method: "GET",
  path: `${PREFIX}/orders`,
  scope: "orders:read",
  success: 200,
  operationId: "listOrders",
  summary: "List orders",
  description: `Lists the sandbox orders of the merchant that owns the key (§4.3). ${NO_SECOND_PAGE}`,
  "x-sandbox-choice":
    "The specification promises no order of the list (§4.3). The sandbox sorts the newest first; the setting " +
    "`listOrder` changes this. The specification does not say which orders a longer list leaves out (§8.1). " +
    `The sandbox returns the first ${LIST_LIMIT}.`,
  schemas: { Order: OrderSchema },
  response: {
    schema: v.pipe(v.array(OrderSchema), v.maxLength(LIST_LIMIT)),
    description: "The orders of the merchant.",
    examples: {
      some: { summary: "Two orders", value: TWO },
      none: { summary: "No order yet", value: [] },
    },
  },
} as const satisfies EndpointDescription;
