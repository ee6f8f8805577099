// The list of orders: at most fifty, only of the key's merchant, amounts as digits and times in UTC
// (§2.3, §4.3).
import * as v from "valibot";
import { OrderSchema } from "../../contract/endpoints/orders.ts";
import type { Check } from "../check.ts";
import type { Client } from "../client.ts";
import { expectBody, expectSame, expectTrue } from "../expect.ts";
import { Skipped } from "../mismatch.ts";
import { checksOfList, filled } from "./lists.ts";

// Why: one wrong field fails its own check, and not every check of orders.
const TextsSchema = v.array(
  v.object({ id: v.string(), productId: v.string(), createdAt: v.string() }),
);

export const ordersChecks: readonly Check[] = [
  ...checksOfList("orders", OrderSchema, "2.3"),
  {
    id: "orders-lower-case",
    title: "each order has its id and productId in lower case",
    async run(client) {
      const ids = (await texts(client)).flatMap(({ id, productId }) => [id, productId]);
      const lowered = ids.map((id) => id.toLowerCase());
      expectSame("the ids", ids, lowered);
    },
  },
  {
    id: "orders-amounts",
    section: "8.3",
    title: "each amount is a string of digits",
    async run(client) {
      const amounts = expectBody(
        await filled(client, "orders"),
        v.array(v.object({ amountMinor: v.unknown(), refundedMinor: v.unknown() })),
      ).flatMap(({ amountMinor, refundedMinor }) => [amountMinor, refundedMinor]);
      for (const amount of amounts) {
        const isDigits = typeof amount === "string" && /^\d+$/.test(amount);
        expectTrue(isDigits, "a string of digits", amount);
      }
    },
  },
  {
    id: "orders-times",
    section: "2.3",
    title: "each order has a createdAt that is a valid UTC time",
    async run(client) {
      const TimesSchema = v.array(v.object({ createdAt: v.string() }));
      for (const { createdAt } of expectBody(await filled(client, "orders"), TimesSchema)) {
        expectTrue(isMoment(createdAt), "a valid UTC time that ends with Z", createdAt);
      }
    },
  },
  {
    id: "orders-newest-first",
    title: "orders come newest first",
    async run(client) {
      const orders = await texts(client);
      if (orders.length < 2) throw new Skipped("the merchant has fewer than two orders");
      const listed = orders.map(({ id, createdAt }) => ({ id, at: comparable(createdAt) }));
      const sorted = listed.toSorted((a, b) => compare(b.at, a.at));
      expectSame("the orders", listed, sorted);
    },
  },
];

async function texts(client: Client): Promise<v.InferOutput<typeof TextsSchema>> {
  return expectBody(await filled(client, "orders"), TextsSchema);
}

// Why: `Date` reads 31 February as a day in March, so the result is compared with the text.
function isMoment(text: string): boolean {
  // Runtime: engines read different numbers of fraction digits.
  const time = Date.parse(text.replace(/\.\d+Z$/, "Z"));
  if (Number.isNaN(time) || !text.endsWith("Z")) return false;
  return new Date(time).toISOString().slice(0, 19) === text.slice(0, 19);
}

/** Removes zeros at the end of the fraction, so that times can be compared as texts. */
function comparable(time: string): string {
  const [seconds = "", fraction = ""] = time.replace(/Z$/, "").split(".");
  return `${seconds}.${fraction.replace(/(?<!0)0+$/, "")}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
