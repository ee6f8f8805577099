// The merchant dashboard's catalog: add, publish, withdraw, and change otherwise.
import { COLLECTIONS } from "../seeds/schema.ts";
import { addProduct, changeProduct, ProductChangeSchema } from "../world/change-products.ts";
import { ProductSchema, viewProduct } from "../world/views.ts";
import { writing } from "./operation.ts";

export const PRODUCT_OPERATIONS = [
  writing(COLLECTIONS.products, {
    method: "post",
    path: "/worlds/:world/products",
    summary: "Add a product",
    success: 201,
    response: ProductSchema,
    run: async ({ world, body }) => viewProduct(await addProduct(world(), body)),
  }),
  writing(ProductChangeSchema, {
    method: "patch",
    path: "/worlds/:world/products/:id",
    summary: "Change a product, as by status PUBLISHED or DRAFT",
    success: 200,
    response: ProductSchema,
    run: async ({ world, param, body }) =>
      viewProduct(await changeProduct(world(), param("id"), body)),
  }),
];
