// Lists the current entries of a world, of all merchants or by a filter.
import * as v from "valibot";
import type { Order } from "../contract/endpoints/orders.ts";
import { describeOrder, sortNewest } from "../model/lists.ts";
import { STATES, STATUSES } from "../model/schema.ts";
import type { Merchant } from "../model/state.ts";
import { closestMatch } from "../shared/closest-match.ts";
import { getProduct } from "./changes/products.ts";
import { notFound } from "./not-found.ts";
import {
  type KeyView,
  type MerchantView,
  type ProductView,
  viewKey,
  viewMerchant,
  viewProduct,
} from "./views.ts";
import type { World } from "./world.ts";
import { WorldError } from "./world-error.ts";

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

/** Lists merchants in the order of the seeds. */
export function listMerchants({ state }: World): MerchantView[] {
  return state.merchants.map(viewMerchant);
}

/** Lists keys in the order of the seeds. Like the others, throws `WorldError` if a filter names something unknown. */
export function listKeys(world: World, { merchant, status }: KeyFilter): KeyView[] {
  const owner = findMerchant(world, merchant);
  return [...world.state.keys.values()]
    .filter((key) => fits(key.merchant.id, owner?.id) && fits(key.status, status))
    .map((key) => viewKey(key, world));
}

/** Lists products in the order of the seeds. */
export function listAllProducts(world: World, { merchant, status }: ProductFilter): ProductView[] {
  const owner = findMerchant(world, merchant);
  const products = [...world.state.products.values()];
  expectWord("product", "status", status, [...STATUSES, ...products.map((one) => one.status)]);
  return products
    .filter((product) => fits(product.merchant.id, owner?.id) && fits(product.status, status))
    .map(viewProduct);
}

/** Lists orders, the newest first. */
export function listAllOrders(world: World, { merchant, product, state }: OrderFilter): Order[] {
  const owner = findMerchant(world, merchant);
  const sold = product === undefined ? undefined : getProduct(world, product);
  const { orders } = world.state;
  expectWord("order", "state", state, [...STATES, ...orders.map((one) => one.state)]);
  const found = orders.filter(
    (order) =>
      fits(order.product.merchant.id, owner?.id) &&
      fits(order.product.id, sold?.id) &&
      fits(order.state, state),
  );
  return sortNewest(found, world.start).map((order) => describeOrder(order, world.start));
}

const fits = (value: string, wanted: string | undefined) =>
  wanted === undefined || value === wanted;

function findMerchant(world: World, name: string | undefined): Merchant | undefined {
  if (name === undefined) return undefined;
  const { merchants } = world.state;
  const found = merchants.find(({ slug, id }) => slug === name || id === name.toLowerCase());
  if (found !== undefined) return found;
  throw notFound(world, "merchant", { name, known: merchants.map(({ slug }) => slug) });
}

// Why: any word is valid, so only one that looks like a typo of a known word is an error.
function expectWord(
  noun: string,
  field: string,
  wanted: string | undefined,
  known: readonly string[],
): void {
  if (wanted === undefined || known.includes(wanted)) return;
  const near = closestMatch(wanted, new Set(known), 1);
  if (near === undefined) return;
  const message = `No ${noun} has the ${field} ${JSON.stringify(wanted)}. Did you mean \`${near}\`?`;
  throw new WorldError("not-found", message);
}
