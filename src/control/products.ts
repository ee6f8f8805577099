// The merchant dashboard's catalog: list, add, publish, unpublish and change products.
import {
  addProduct,
  changeProduct,
  NewProductSchema,
  ProductChangeSchema,
} from "../world/changes/products.ts";
import { listAllProducts, ProductFilterSchema } from "../world/list-entries.ts";
import { viewProduct } from "../world/views.ts";
import { defineOperation } from "./operation.ts";

export const PRODUCT_OPERATIONS = [
  defineOperation({
    name: "listProducts",
    method: "get",
    path: "/worlds/:world/products",
    summary: "The products",
    query: ProductFilterSchema,
    pageBy: "id",
    response: ["Product"],
    run: ({ world, query }) => listAllProducts(world(), query),
  }),
  defineOperation({
    name: "addProduct",
    method: "post",
    path: "/worlds/:world/products",
    body: NewProductSchema,
    summary: "Add a product",
    errors: { 409: "A product with this `publicCode` already exists." },
    example: ({ merchant }) =>
      merchant && { publicCode: "NEW-1", merchant, currency: "EUR", title: "A new one" },
    success: 201,
    response: "Product",
    run: ({ world, body }) => viewProduct(addProduct(world(), body)),
  }),
  defineOperation({
    name: "changeProduct",
    method: "patch",
    path: "/worlds/:world/products/:product",
    body: ProductChangeSchema,
    summary: "Change a product",
    description:
      "`product` is its id or public code. Fields that you leave out stay unchanged. The status `PUBLISHED` publishes it; any other status unpublishes it.",
    example: () => ({ status: "DRAFT" }),
    response: "Product",
    run: ({ world, param, body }) => viewProduct(changeProduct(world(), param("product"), body)),
  }),
];
