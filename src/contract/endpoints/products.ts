// GET …/products: the identities of the merchant's products (§2.2, §4.2).
import * as v from "valibot";
import { type EndpointDescription, PREFIX } from "../endpoint.ts";
import { UuidSchema } from "../formats.ts";
import { LIST_LIMIT, NO_SECOND_PAGE } from "../list.ts";

// Contract: §3, only a product of this status gets checkout links.
export const PUBLISHED = "PUBLISHED";

/** One item of `GET …/products` (§2.2). */
export const ProductSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    publicCode: v.pipe(
      v.string(),
      v.description("Identifies the product in the URL of its page. May contain any character."),
    ),
    status: v.pipe(
      v.string(),
      v.description(
        "`PUBLISHED` or another status. Only `PUBLISHED` products have checkout links. The specification names no other status (§3).",
      ),
    ),
    currency: v.pipe(
      v.string(),
      v.description("The specification defines no format and no values."),
    ),
    version: v.pipe(v.number(), v.safeInteger(), v.description("The version of the product.")),
  }),
  v.description("The identity of a product, without its content and its price (§2.2)."),
);
export type Product = v.InferOutput<typeof ProductSchema>;

/** Creates the JSON of a product: exactly these fields, in this order (§2.2). */
export const identityOf = ({ id, publicCode, status, currency, version }: Product): Product => ({
  id,
  publicCode,
  status,
  currency,
  version,
});

/** Two products of the examples. */
export const ATLAS: Product = {
  id: "a71a5000-0000-4000-8000-000000000001",
  publicCode: "ATLAS-1",
  status: PUBLISHED,
  currency: "EUR",
  version: 4,
};
export const NOVEL: Product = {
  id: "27c9404f-f2d1-525d-bfca-b580d8175d1c",
  publicCode: "NOVEL-PB",
  status: PUBLISHED,
  currency: "EUR",
  version: 2,
};

export const PRODUCTS = {
  name: "products",
  section: "4.2",
  method: "GET",
  path: `${PREFIX}/products`,
  scope: "catalog:read",
  success: 200,
  operationId: "listProducts",
  summary: "List products",
  description: `Lists the products of the merchant that owns the key: only what identifies them, without content or prices (§4.2). ${NO_SECOND_PAGE}`,
  "x-sandbox-choice":
    "The specification promises no order of the list (§4), and does not say which statuses are listed. The " +
    "sandbox lists all statuses in the order of the seeds. The specification does not say which products a longer " +
    `list leaves out (§8.1). The sandbox returns the first ${LIST_LIMIT}.`,
  schemas: { Product: ProductSchema },
  response: {
    schema: v.pipe(v.array(ProductSchema), v.maxLength(LIST_LIMIT)),
    description: "The products of the merchant.",
    examples: {
      some: { summary: "Two products", value: [ATLAS, NOVEL] },
      none: { summary: "No product yet", value: [] },
    },
  },
} as const satisfies EndpointDescription;
