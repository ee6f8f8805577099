// The catalog: which products there are, and which of them give links (§3, §4.4).
import { LIST_LIMIT } from "../../contract/list.ts";
import { type Dimension, fault } from "../dimension.ts";
import { addedProducts } from "./lists.ts";

export const CATALOG: readonly Dimension[] = [
  {
    name: "withdrawn",
    section: "4.4",
    relies: "products that are published",
    document: "gives links for published products only, and lists all",
    endpoints: ["products", "checkout-links"],
    choices: ({ products }) =>
      [products.slice(0, 1), products].map((withdrawn) => ({
        label: withdrawn.length === 1 ? "the first product is a draft" : "all products are drafts",
        changes: {
          products: withdrawn.map(({ publicCode }) => ({ publicCode, status: "DRAFT" })),
        },
      })),
  },
  {
    name: "new-version",
    section: "2.2",
    relies: "the versions of products",
    document: "lets the version of a product change",
    endpoints: ["products"],
    choices: ({ products }) => [
      {
        label: "all products have new versions",
        changes: {
          products: products.map(({ publicCode, version }) => ({
            publicCode,
            version: version === Number.MAX_SAFE_INTEGER ? version - 1 : version + 1,
          })),
        },
      },
    ],
  },
  {
    name: "not-listed",
    section: "8.1",
    relies: "orders of products that are listed",
    document: "lists 50 products at most, and orders of any product",
    endpoints: ["products", "orders"],
    choices: (base) => {
      // Why: products are listed as seeded, and so those that are added come after all others.
      const products = addedProducts(base, LIST_LIMIT);
      const order = { product: products.at(-1)?.publicCode, amountMinor: "100", createdAt: "now" };
      const changes = { products, orders: [order] };
      return [{ label: "an order of a product after the 50th", changes }];
    },
  },
  {
    name: "moved",
    section: "4.4",
    relies: "products that its merchant always owns",
    document: "lists and gives links for products of the key's merchant only",
    endpoints: ["products", "checkout-links"],
    choices: ({ products: [product] }) => [
      {
        label: "the first product belongs to another merchant",
        changes: {
          merchants: [{ slug: "another-merchant" }],
          products: [{ publicCode: product?.publicCode, merchant: "another-merchant" }],
        },
      },
    ],
  },
  {
    name: "vanished",
    section: "4.4",
    relies: "products that stay between the list and the link",
    document: "lets a product be unpublished at any time",
    endpoints: ["checkout-links"],
    choices: () => [
      fault({ endpoint: "checkout-links", respond: 404, times: 1 }),
      fault({ endpoint: "checkout-links", respond: 404 }),
    ],
  },
];
