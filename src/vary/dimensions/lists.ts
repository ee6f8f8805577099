// Lists: in which order they come, how long they are, and what is on them (§4.2, §4.3, §8.1).
import { type Base, type Dimension, type DimensionChoice, settings } from "../dimension.ts";

const LENGTHS = [0, 1, 49, 50, 51, 120];

export const LISTS: readonly Dimension[] = [
  {
    name: "list-order",
    section: "4.3",
    relies: "the order of lists",
    document: "promises no order",
    endpoints: ["products", "orders"],
    choices: () => settings("listOrder", "oldest", "shuffled", "changing"),
  },
  {
    name: "order-count",
    section: "8.1",
    relies: "how many orders are listed",
    document: "lists at most 50 orders, and does not promise any",
    endpoints: ["orders"],
    choices: (base) => LENGTHS.map((length) => ordersIn(base, length)),
  },
  {
    name: "product-count",
    section: "8.1",
    relies: "how many products are listed",
    document: "lists at most 50 products, and does not promise any",
    endpoints: ["products"],
    choices: (base) => LENGTHS.map((length) => productsIn(base, length)),
  },
  {
    name: "same-instant",
    section: "2.3",
    relies: "orders that were made at different times",
    document: "does not say that creation times are unique",
    endpoints: ["orders"],
    choices: ({ products: [product] }) => [
      {
        label: "two orders of the same instant",
        changes: {
          orders: [1, 2].map((n) => ({
            ref: `same-instant-${n}`,
            product: product?.publicCode,
            amountMinor: `${n}00`,
            createdAt: "now",
          })),
        },
      },
    ],
  },
];

function ordersIn({ orders, products: [product] }: Base, length: number): DimensionChoice {
  const label = length === 1 ? "1 order" : `${length} orders`;
  if (length <= orders.length) {
    const removed = orders.slice(length).map(({ id }) => ({ id, remove: true }));
    return { label, changes: { orders: removed } };
  }
  const added = {
    ref: "many-{n}",
    product: product?.publicCode,
    amountMinor: "{n}00",
    createdAt: "now-1d",
    repeat: { times: length - orders.length, every: "1m" },
  };
  return { label, changes: { orders: [added] } };
}

/** Some more products of the key's merchant. */
export function addedProducts({ key }: Base, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    publicCode: `MANY-${n + 1}`,
    merchant: key.merchant.slug,
    currency: "EUR",
  }));
}

function productsIn(base: Base, length: number): DimensionChoice {
  const { products } = base;
  const label = length === 1 ? "1 product" : `${length} products`;
  if (length <= products.length) {
    const removed = products.slice(length).map(({ publicCode }) => ({ publicCode, remove: true }));
    return { label, changes: { products: removed } };
  }
  return { label, changes: { products: addedProducts(base, length - products.length) } };
}
