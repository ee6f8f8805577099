// What happens to orders: they are added, at the checkout or by hand, and refunded or otherwise changed.
import * as v from "valibot";
import type { Order } from "../../contract/schemas.ts";
import { orderAt } from "../../model/orders.ts";
import { COLLECTIONS } from "../../seeds/format/schema.ts";
import { findOrder, type OrderPlace } from "../../seeds/overlay/find-order.ts";
import { isolateOrder } from "../../seeds/overlay/isolate-order.ts";
import type { Layer } from "../../seeds/resolve/layer.ts";
import type { World } from "../world.ts";
import { WorldError } from "../world-error.ts";
import { changeWorld } from "./overlay.ts";

const { createdAt, repeat: _repeat, ...fields } = COLLECTIONS.orders.entries;
// Why: what names an order stays as it is; and of another product, it would change the ids of others.
const { id: _id, ref: _ref, product: _product, ...changes } = fields;

/** The fields of an order that is added; it is made now unless it says when. */
export const NewOrderSchema = v.strictObject({ ...fields, createdAt: v.exactOptional(createdAt) });
export type NewOrder = v.InferOutput<typeof NewOrderSchema>;

/** The fields in which an order is changed. */
export const OrderChangeSchema = v.partial(v.strictObject({ ...changes, createdAt }));
export type OrderChange = v.InferOutput<typeof OrderChangeSchema>;

/** Adds an order. Throws `WorldError` and `InvalidChangeError`. */
export async function addOrder(world: World, given: NewOrder): Promise<Order> {
  const { id, ref } = given;
  const layer = await changeWorld(world, { orders: [{ createdAt: "now", ...given }] }, (before) => {
    const taken = (name: string) =>
      new WorldError("conflict", `there is an order ${name} already; change it, or name another`);
    if (id !== undefined && findOrder(before, id.toLowerCase())) throw taken(id);
    const orders = before.source.entries.orders();
    if (ref !== undefined && orders.some(({ seed }) => seed.ref === ref)) throw taken(ref);
    return {};
  });
  // Why: what is added stands behind all others.
  return orderOf(layer, { at: layer.orders().length - 1, index: 0 });
}

/** Changes an order in the fields that are given. Throws `WorldError` and `InvalidChangeError`. */
export async function changeOrder(world: World, id: string, given: OrderChange): Promise<Order> {
  const wanted = id.toLowerCase();
  const layer = await changeWorld(world, { orders: [{ ...given, id: wanted }] }, (before) => {
    const place = findOrder(before, wanted);
    if (place !== undefined) return { entries: isolateOrder(before, place) };
    const message = `there is no order ${id} in the world ${world.name}`;
    throw new WorldError("not-found", `${message}; give its id as GET /orders lists it`);
  });
  return orderOf(layer, findOrder(layer, wanted));
}

function orderOf({ orders, orderIds }: Layer, place: OrderPlace | undefined): Order {
  const series = orders()[place?.at ?? -1];
  if (series === undefined) throw new TypeError("an order that was changed is not there");
  return orderAt(series, place?.index ?? 0, orderIds());
}
