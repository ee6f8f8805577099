// The responses of a server → the responses that seeds can give. They differ only where the specification leaves a
// choice or the seed format has limits; each difference is reported.
import * as v from "valibot";
import type { Order } from "../../../contract/endpoints/orders.ts";
import type { Ping } from "../../../contract/endpoints/ping.ts";
import type { Product } from "../../../contract/endpoints/products.ts";
import { type Scope, ScopeSchema } from "../../../contract/formats.ts";
import { LIST_LIMIT } from "../../../contract/list.ts";
import { compareInstants, parseTime } from "../../../shared/times.ts";

/** The responses of seeds to one key. A list that the key may not read is undefined. */
export interface Responses {
  readonly ping: Ping;
  readonly products: readonly Product[] | undefined;
  readonly orders: readonly Order[] | undefined;
}

/** The responses of a server, which may name scopes that the specification does not (§5.4). */
export interface ServerResponses extends Omit<Responses, "ping"> {
  readonly ping: Omit<Ping, "scopes"> & { readonly scopes: readonly string[] };
}

/** A product that is in no list. Its id and currency come from its orders. */
export type UnlistedProduct = Pick<Product, "id" | "currency">;

export interface Adapted {
  /** What the seeds return. */
  readonly answers: Responses;
  readonly unlisted: readonly UnlistedProduct[];
  readonly listOrder: "newest" | "oldest";
  /** What the seeds return in another form than the server, one sentence each. */
  readonly notes: readonly string[];
  /** The indexes of the orders that seeds cannot return. */
  readonly leftOut: readonly number[];
}

const LIST_ORDERS = ["newest", "oldest"] as const;

/** Adapts responses to what seeds can return. */
export function adaptResponses(answered: ServerResponses): Adapted {
  const products = answered.products?.map((product) => ({
    ...product,
    id: product.id.toLowerCase(),
  }));
  const isListed = (id: string) => products?.some((product) => product.id === id) ?? false;
  // Why: a product of the seeds is listed, unless fifty come before it or the key may not read lists.
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
      : [
          "Its orders are listed neither newest nor oldest first. The seeds list the newest first.",
        ]),
    ...(orders.every(({ createdAt }) => hasFraction(createdAt))
      ? []
      : ["Times without a fraction of a second are returned with .000."]),
    ...(orders.every(({ createdAt }) => cut(createdAt) === createdAt)
      ? []
      : ["Fractions of a second are cut to nine digits."]),
    ...(ids.every((id) => id === id.toLowerCase())
      ? []
      : ["Ids with capital letters are returned in lower case."]),
    ...(others.length === 0
      ? []
      : [
          `Scopes that seeds do not know are left out: ${others.map((scope) => JSON.stringify(scope)).join(", ")}.`,
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
        // Why: a time that does not exist is reported when the seeds are loaded.
        direction * (a.time && b.time ? compareInstants(a.time, b.time) : 0),
    )
    .map(({ order }) => order);
}
