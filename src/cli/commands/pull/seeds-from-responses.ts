// The responses of a server → the responses that seeds can give. They differ only where the document leaves a
// choice or the seed format has limits; each difference is reported.
import * as v from "valibot";
import type { Order } from "../../../contract/endpoints/orders.ts";
import type { Ping } from "../../../contract/endpoints/ping.ts";
import type { Product } from "../../../contract/endpoints/products.ts";
import { type Scope, ScopeSchema } from "../../../contract/formats.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { compareInstants, parseTime } from "../../../shared/times.ts";

/** What seeds answer to one key; a list that the key may not read is undefined. */
export interface Responses {
  readonly ping: Ping;
  readonly products: readonly Product[] | undefined;
  readonly orders: readonly Order[] | undefined;
}

/** What a server answered, which may name scopes that the document does not (§5.4). */
export interface ServerResponses extends Omit<Responses, "ping"> {
  readonly ping: Omit<Ping, "scopes"> & { readonly scopes: readonly string[] };
}

/** A product that no list shows: its orders tell its id, and what they were paid in. */
export type UnlistedProduct = Pick<Product, "id" | "currency">;

export interface Adapted {
  /** What the seeds are to answer. */
  readonly answers: Responses;
  readonly unlisted: readonly UnlistedProduct[];
  readonly listOrder: "newest" | "oldest";
  /** What is answered in another form than the server's, a sentence each. */
  readonly notes: readonly string[];
  /** The places in the server's list of the orders that no seeds can answer. */
  readonly leftOut: readonly number[];
}

const LIST_ORDERS = ["newest", "oldest"] as const;

/** Makes of answers what seeds can answer. */
export function adaptResponses(answered: ServerResponses): Adapted {
  const products = answered.products?.map((product) => ({
    ...product,
    id: product.id.toLowerCase(),
  }));
  const isListed = (id: string) => products?.some((product) => product.id === id) ?? false;
  // Why: a product of the seeds is listed, unless fifty stand before it or the key may read no list.
  const mayBeUnlisted = products === undefined || products.length === LIST_LIMIT;
  const isHeld = ({ productId }: Order) => mayBeUnlisted || isListed(productId);

  const all = answered.orders?.map(adaptOrder) ?? [];
  const held = all.filter(isHeld);
  const listOrder = LIST_ORDERS.find((order) => isSorted(held, order));
  const orders = listOrder === undefined ? sortOrders(held, "newest") : held;

  const { merchantId, scopes, ...rest } = answered.ping;
  const ping = { ...rest, merchantId: merchantId.toLowerCase(), scopes: scopes.filter(isKnown) };
  const answers = { ping, products, orders: answered.orders && orders };
  const unlisted = new Map(
    held
      .filter(({ productId }) => !isListed(productId))
      .map(({ productId: id, currency }) => [id, { id, currency }]),
  );
  return {
    answers,
    unlisted: [...unlisted.values()],
    listOrder: listOrder ?? "newest",
    notes: findNotes(answered, listOrder !== undefined),
    leftOut: all.flatMap((order, index) => (isHeld(order) ? [] : [index])),
  };
}

function adaptOrder({ id, productId, createdAt, ...fields }: Order): Order {
  return {
    id: id.toLowerCase(),
    productId: productId.toLowerCase(),
    ...fields,
    createdAt: hasFraction(createdAt) ? cut(createdAt) : createdAt.replace("Z", ".000Z"),
  };
}

function cut(time: string): string {
  return time.replace(/(\.\d{9})\d+Z$/, "$1Z");
}

function hasFraction(time: string): boolean {
  return time.includes(".");
}

function findNotes(
  { ping, products = [], orders = [] }: ServerResponses,
  isInOrder: boolean,
): string[] {
  const others = ping.scopes.filter((scope) => !isKnown(scope));
  const ids = [
    ping.merchantId,
    ...products.map(({ id }) => id),
    ...orders.flatMap(({ id, productId }) => [id, productId]),
  ];
  return [
    ...(isInOrder
      ? []
      : ["Its orders come neither newest nor oldest first; those of the seeds, newest first."]),
    ...(orders.every(({ createdAt }) => hasFraction(createdAt))
      ? []
      : ["A time that it writes without a fraction of a second is answered with .000."]),
    ...(orders.every(({ createdAt }) => cut(createdAt) === createdAt)
      ? []
      : ["Of a fraction of a second, the first nine digits are answered."]),
    ...(ids.every((id) => id === id.toLowerCase())
      ? []
      : ["Ids that it writes with capital letters are answered in lower case."]),
    ...(others.length === 0
      ? []
      : [
          `Seeds know three scopes; left out: ${others.map((scope) => JSON.stringify(scope)).join(", ")}.`,
        ]),
  ];
}

const isKnown = (scope: string): scope is Scope => v.is(ScopeSchema, scope);

function isSorted(orders: readonly Order[], listOrder: Adapted["listOrder"]): boolean {
  return sortOrders(orders, listOrder).every((order, index) => order === orders[index]);
}

function sortOrders(orders: readonly Order[], listOrder: Adapted["listOrder"]): Order[] {
  const direction = listOrder === "oldest" ? 1 : -1;
  const timed = orders.map((order) => ({ order, time: parseTime(order.createdAt, 0) }));
  return timed
    .toSorted(
      (a, b) =>
        // Why: a time that no calendar has is told of when the seeds are loaded.
        direction * (a.time && b.time ? compareInstants(a.time, b.time) : 0),
    )
    .map(({ order }) => order);
}
