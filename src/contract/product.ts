// A product's identity as the API lists it (§2.2). Titles and prices are not the API's.
import * as v from "valibot";
import { UuidSchema } from "./formats.ts";

/** One item of `GET …/products` (§2.2). */
export const ProductSchema = v.strictObject({
  id: UuidSchema,
  publicCode: v.string(),
  status: v.string(),
  currency: v.string(),
  version: v.pipe(v.number(), v.safeInteger()),
});
export type Product = v.InferOutput<typeof ProductSchema>;

// Contract: §3, only a product of this status gives a checkout link.
export const PUBLISHED = "PUBLISHED";
