// What a world holds now, as tests list it: whole entries of all merchants, or those that fit a filter.
import * as v from "valibot";
import type { Order } from "../contract/endpoints/orders.ts";
import { describeOrder, sortNewest } from "../model/lists.ts";
import type { Merchant } from "../model/state.ts";
import {
  type KeyView,
  type MerchantView,
  type ProductView,
  viewKey,
  viewMerchant,
  viewProduct,
} from "./views.ts";
import type { World } from "./world.ts";

const STATUS = "active or revoked";

const text = (description: string) =>
  v.exactOptional(v.pipe(v.string("text"), v.description(description)));
const merchant = text("Only entries of this merchant, by its slug or id.");

export const KeyFilterSchema = v.strictObject({
  merchant,
  status: v.exactOptional(
    v.pipe(v.picklist(["active", "revoked"], STATUS), v.description("Only keys of this status.")),
  ),
});
export const ProductFilterSchema = v.strictObject({
  merchant,
  status: text("Only products of this status."),
});
export const OrderFilterSchema = v.strictObject({
  merchant,
  product: text("Only orders of this product, by its public code or id."),
  state: text("Only orders in this state."),
});

export type KeyFilter = v.InferOutput<typeof KeyFilterSchema>;
export type ProductFilter = v.InferOutput<typeof ProductFilterSchema>;
export type OrderFilter = v.InferOutput<typeof OrderFilterSchema>;

/** Lists the merchants, as seeded. */
export function listMerchants({ state }: World): MerchantView[] {
  return state.merchants.map(viewMerchant);
}

/** Lists keys, as seeded. */
export function listKeys(world: World, { merchant, status }: KeyFilter): KeyView[] {
  return [...world.state.keys.values()]
    .filter((key) => isOf(key.merchant, merchant) && fits(key.status, status))
    .map((key) => viewKey(key, world));
}

/** Lists products, as seeded. */
export function listAllProducts(
  { state }: World,
  { merchant, status }: ProductFilter,
): ProductView[] {
  return [...state.products.values()]
    .filter((product) => isOf(product.merchant, merchant) && fits(product.status, status))
    .map(viewProduct);
}

/** Lists orders, the newest first. */
export function listAllOrders(world: World, filter: OrderFilter): Order[] {
  const id = filter.product?.toLowerCase();
  const found = world.state.orders.filter(
    ({ product, state }) =>
      isOf(product.merchant, filter.merchant) &&
      (fits(product.publicCode, filter.product) || product.id === id) &&
      fits(state, filter.state),
  );
  return sortNewest(found, world.start).map((order) => describeOrder(order, world.start));
}

const fits = (value: string, wanted: string | undefined) =>
  wanted === undefined || value === wanted;

const isOf = ({ slug, id }: Merchant, wanted: string | undefined) =>
  fits(slug, wanted) || id === wanted?.toLowerCase();
