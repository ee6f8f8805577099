// The changes of orders: adding one, at the checkout or by a call, and changing one, such as a refund.
import * as v from "valibot";
import type { Order } from "../../contract/endpoints/orders.ts";
import { changesOf } from "../../model/fields.ts";
import { describeOrder } from "../../model/lists.ts";
import { COLLECTIONS, type OrderSeed } from "../../model/schema.ts";
import type { OrderRecord, State } from "../../model/state.ts";
import type { Entry } from "../../seeds/read/entries.ts";
import { MOST_ORDERS } from "../../seeds/resolve/repeat.ts";
import { notFound } from "../not-found.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import { changeWorld } from "./overlay.ts";

const { createdAt, repeat: _repeat, ...fields } = COLLECTIONS.orders.entries;
// Why: the fields that name an order cannot change, and another product would change the ids of other orders.
const { id: _id, ref: _ref, product: _product, ...changes } = fields;

/** The fields of a new order. Default of `createdAt`: now. */
export const NewOrderSchema = v.strictObject({ ...fields, createdAt: v.exactOptional(createdAt) });
export type NewOrder = v.InferOutput<typeof NewOrderSchema>;

/** The fields of an order that can change. */
export const OrderChangeSchema = v.strictObject(changesOf({ ...changes, createdAt }));
export type OrderChange = v.InferOutput<typeof OrderChangeSchema>;

/** Adds an order. Throws `WorldError` and `InvalidChangeError`. */
export function addOrder(world: World, given: NewOrder): Order {
  const { id, ref } = given;
  const wanted = id?.toLowerCase();
  const taken = world.state.source
    .resolvedOrders()
    .find(({ entry, thing }) => thing?.id === wanted || (ref !== undefined && isNamed(entry, ref)));
  if (taken) {
    const name = taken.thing?.id === wanted ? id : ref;
    throw new WorldError(
      "conflict",
      `The order ${name} already exists. Change it, or use another name.`,
    );
  }
  if (world.state.orderCount >= MOST_ORDERS) {
    const message = `The world ${world.name} already has ${MOST_ORDERS} orders. Reset it, or make another world.`;
    throw new WorldError("conflict", message);
  }
  const { orders } = changeWorld(world, { orders: [{ createdAt: "now", ...given }] }, "/orders/0");
  // Why: a new order comes after all others.
  return show(world, orders.at(-1));
}

/** Changes fields of an order. Throws `WorldError` and `InvalidChangeError`. */
export function changeOrder(world: World, id: string, given: OrderChange): Order {
  const wanted = id.toLowerCase();
  if (findOrder(world.state, wanted) === undefined) {
    throw notFound(world, "order", {
      name: id,
      known: world.state.orders.map((order) => order.id),
    });
  }
  const state = changeWorld(world, { orders: [{ ...given, id: wanted }] }, "/orders/0");
  return show(world, findOrder(state, wanted));
}

/** Whether an order, or the repeated entry that it is from, has a `ref`. */
const isNamed = ({ seed, series }: Entry<OrderSeed>, ref: string) =>
  seed.ref === ref || series?.entry.seed.ref === ref;

const findOrder = ({ orders }: State, id: string) => orders.find((order) => order.id === id);

function show({ start }: World, order: OrderRecord | undefined): Order {
  if (order === undefined) throw new TypeError("an order that was changed is not there");
  return describeOrder(order, start);
}
