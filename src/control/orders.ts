// Orders: list them, add one, refund or change one.
import {
  addOrder,
  changeOrder,
  NewOrderSchema,
  OrderChangeSchema,
} from "../world/changes/orders.ts";
import { listAllOrders, OrderFilterSchema } from "../world/list-entries.ts";
import { defineOperation } from "./operation.ts";

export const ORDER_OPERATIONS = [
  defineOperation({
    name: "listOrders",
    method: "get",
    path: "/worlds/:world/orders",
    summary: "The orders",
    description: "The newest first.",
    query: OrderFilterSchema,
    pageBy: "id",
    response: ["Order"],
    run: ({ world, query }) => listAllOrders(world(), query),
  }),
  defineOperation({
    name: "addOrder",
    method: "post",
    path: "/worlds/:world/orders",
    body: NewOrderSchema,
    summary: "Add an order",
    description: "`createdAt` defaults to the world's current time.",
    errors: { 409: "An order with this `id` or `ref` already exists." },
    example: ({ product }) => product && { product: product.publicCode, amountMinor: "4900" },
    success: 201,
    response: "Order",
    run: ({ world, body }) => addOrder(world(), body),
  }),
  defineOperation({
    name: "changeOrder",
    method: "patch",
    path: "/worlds/:world/orders/:order",
    body: OrderChangeSchema,
    summary: "Change an order",
    description:
      "Fields that you leave out stay unchanged. `refundedMinor` sets how much is refunded.",
    example: () => ({ state: "REFUNDED", refundedMinor: "100" }),
    response: "Order",
    run: ({ world, param, body }) => changeOrder(world(), param("order"), body),
  }),
];
