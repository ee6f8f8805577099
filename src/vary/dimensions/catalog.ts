// The catalog: which products there are, and which of them give links (§3, §4.4).
import type { Dimension } from "../dimension.ts";
import { fault, oneOf } from "../dimension.ts";

export const CATALOG: readonly Dimension[] = [
  {
    name: "withdrawn",
    group: "catalog",
    section: "4.4",
    relies: "products that are published",
    document: "gives links for published products only, and lists all",
    endpoints: ["products", "checkout-links"],
    choices: ({ products }) =>
      oneOf(
        ...[products.slice(0, 1), products].map((withdrawn) => ({
          label:
            withdrawn.length === 1 ? "the first product is a draft" : "all products are drafts",
          changes: {
            products: withdrawn.map(({ publicCode }) => ({ publicCode, status: "DRAFT" })),
          },
        })),
      ),
  },
  {
    name: "new-version",
    group: "catalog",
    section: "2.2",
    relies: "the versions of products",
    document: "lets the version of a product change",
    endpoints: ["products"],
    choices: ({ products }) =>
      oneOf({
        label: "all products have new versions",
        changes: {
          products: products.map(({ publicCode, version }) => ({
            publicCode,
            version: version === Number.MAX_SAFE_INTEGER ? version - 1 : version + 1,
          })),
        },
      }),
  },
  {
    name: "vanished",
    group: "catalog",
    section: "4.4",
    relies: "products that stay between the list and the link",
    document: "lets a product be withdrawn at any time",
    endpoints: ["checkout-links"],
    choices: () =>
      oneOf(
        fault({ endpoint: "checkout-links", respond: 404, times: 1 }),
        fault({ endpoint: "checkout-links", respond: 404 }),
      ),
  },
];
