// Orders: add some, refund or otherwise change one.
import { OrderSchema } from "../contract/order.ts";
import {
  addOrder,
  changeOrder,
  NewOrderSchema,
  OrderChangeSchema,
} from "../world/change-orders.ts";
import { writing } from "./operation.ts";

export const ORDER_OPERATIONS = [
  writing(NewOrderSchema, {
    method: "post",
    path: "/worlds/:world/orders",
    summary: "Add an order, made now unless it says when",
    success: 201,
    response: OrderSchema,
    run: ({ world, body }) => addOrder(world(), body),
  }),
  writing(OrderChangeSchema, {
    method: "patch",
    path: "/worlds/:world/orders/:id",
    summary: "Change an order, as by refundedMinor",
    success: 200,
    response: OrderSchema,
    run: ({ world, param, body }) => changeOrder(world(), param("id"), body),
  }),
];
