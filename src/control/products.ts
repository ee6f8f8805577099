// The merchant dashboard's catalog: add, publish, withdraw and change products.
import { COLLECTIONS } from "../seeds/format/schema.ts";
import { addProduct, changeProduct, ProductChangeSchema } from "../world/changes/products.ts";
import { viewProduct } from "../world/views.ts";
import { withBody } from "./operation.ts";

export const PRODUCT_OPERATIONS = [
  withBody(COLLECTIONS.products, {
    name: "addProduct",
    method: "post",
    path: "/worlds/:world/products",
    summary: "Add a product",
    errors: { 409: "There is a product of this `publicCode` already." },
    example: ({ merchant }) =>
      merchant && { publicCode: "NEW-1", merchant, currency: "EUR", title: "A new one" },
    success: 201,
    response: "Product",
    run: ({ world, body }) => viewProduct(addProduct(world(), body)),
  }),
  withBody(ProductChangeSchema, {
    name: "changeProduct",
    method: "patch",
    path: "/worlds/:world/products/:product",
    summary: "Change a product",
    description:
      "What is left out stays as it is. `PUBLISHED` publishes it, any other status withdraws it.",
    example: () => ({ status: "DRAFT" }),
    success: 200,
    response: "Product",
    run: ({ world, param, body }) => viewProduct(changeProduct(world(), param("product"), body)),
  }),
];
