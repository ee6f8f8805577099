// A product's identity as the API lists it (§2.2). Titles and prices are not the API's.
import * as v from "valibot";
import { UuidSchema } from "./schemas.ts";

/** One item of `GET …/products` (§2.2). */
export const ProductSchema = v.pipe(
  v.strictObject({
    id: UuidSchema,
    publicCode: v.pipe(
      v.string(),
      v.description("The product's name in the address of its page. It may hold any character."),
    ),
    status: v.pipe(
      v.string(),
      v.description(
        "`PUBLISHED`, the only status that gives checkout links, or another word: the document names no other (§3).",
      ),
    ),
    currency: v.pipe(v.string(), v.description("The document names no format and no values.")),
    version: v.pipe(v.number(), v.safeInteger(), v.description("The version of the product.")),
  }),
  v.description("The identity of a product, without its content and its price (§2.2)."),
);
export type Product = v.InferOutput<typeof ProductSchema>;
