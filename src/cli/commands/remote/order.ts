// `order`: lists and refunds orders.
import * as v from "valibot";
import type { CallResult } from "../../../client/control.ts";
import { UsageError } from "../../terminal.ts";
import { field } from "./field.ts";
import { inWorld, table, verb } from "./remote.ts";

type Order = CallResult<"GET /worlds/:world/orders">[number];

const AMOUNT = "an amount in minor units above 0, in plain digits like 4900";

export const ORDER = {
  list: verb(
    "List the orders, the newest first",
    inWorld({
      options: {
        merchant: field(v.string(), "NAME", "orders of this merchant"),
        product: field(v.string(), "CODE", "orders of this product, by its public code or id"),
        state: field(v.string(), "STATE", "orders in this state, such as PAID"),
      },
      async run({ client, world, options: { merchant, product, state } }) {
        const input = { params: { world }, query: { merchant, product, state } };
        const orders = await client.call("GET /worlds/:world/orders", input);
        return { json: orders, lines: show(orders) };
      },
    }),
  ),
  refund: verb(
    "Refund an order, all of it or an amount",
    inWorld({
      operands: {
        ORDER: () => v.string(),
        "[AMOUNT]": () => v.pipe(v.string(), v.regex(/^0*[1-9]\d{0,35}$/, AMOUNT)),
      },
      notes: [
        "AMOUNT is what is refunded in total, in minor units, such as 2500 for 25.00 EUR.",
        "The state becomes REFUNDED, or PARTIALLY_REFUNDED if AMOUNT is less than the order's.",
      ],
      async run({ client, world, operands: [order = "", amount] }) {
        const orders = await client.call("GET /worlds/:world/orders", { params: { world } });
        // Why: for an unknown order, the sandbox says which ones there are.
        const { amountMinor = amount ?? "0" } =
          orders.find(({ id }) => id === order.toLowerCase()) ?? {};
        const refundedMinor = amount ?? amountMinor;
        if (BigInt(refundedMinor) > BigInt(amountMinor)) {
          const most = `at most ${amountMinor}, the amount of the order`;
          throw new UsageError(`AMOUNT must be ${most}, received ${JSON.stringify(amount)}.`);
        }
        const isPart = BigInt(refundedMinor) < BigInt(amountMinor);
        const refunded = await client.call("PATCH /worlds/:world/orders/:order", {
          params: { world, order },
          body: { state: isPart ? "PARTIALLY_REFUNDED" : "REFUNDED", refundedMinor },
        });
        return { json: refunded, lines: show([refunded]) };
      },
    }),
  ),
};

function show(orders: readonly Order[]): string[] {
  const rows = orders.map(({ id, state, currency, amountMinor, refundedMinor, createdAt }) => [
    id,
    state,
    currency,
    amountMinor,
    refundedMinor,
    createdAt,
  ]);
  return table(["ORDER", "STATE", "CURRENCY", "AMOUNT", "REFUNDED", "CREATED"], rows);
}
