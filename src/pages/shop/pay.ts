// Prices and payments. Each form makes one order, however often it is sent: the order's `ref` names the form.
import type { Order } from "../../contract/endpoints/orders.ts";
import { describeOrder } from "../../model/lists.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { addOrder } from "../../world/changes/orders.ts";
import type { World } from "../../world/world.ts";
import { WorldError } from "../../world/world-error.ts";
import type { Payment } from "./parse-payment.ts";

/** What the `ref` of an order begins with that the checkout has made. */
const REF = "checkout-";

/** What one costs where the seeds give no price. */
export const DEFAULT_PRICE = "1000";

const REFUNDED = "REFUNDED";

// Contract: whoever reaches the pages may pay without a key, and must not fill a world.
const MOST_PAID = 10_000;

/** What one piece of a product costs now, in minor units. */
// Contract: §1.5, the hosted checkout calculates the price; no link locks it.
export function priceOf({ priceMinor = DEFAULT_PRICE }: CatalogProduct): string {
  return priceMinor;
}

/** What some pieces cost, in minor units. */
export function totalOf(product: CatalogProduct, quantity: number): string {
  return (BigInt(priceOf(product)) * BigInt(quantity)).toString();
}

/** The price as a form carries it, like `4900 EUR`, to tell later whether it is still the same. */
export function priceTag(product: CatalogProduct): string {
  // Why: forms change line ends and odd characters, which a currency may have; their escapes stay.
  return `${priceOf(product)} ${JSON.stringify(product.currency).slice(1, -1)}`;
}

/** Makes the order of a form, unless there is one. Throws `InvalidChangeError`, and `WorldError` where no order has room. */
export function pay(
  world: World,
  product: CatalogProduct,
  form: string,
  { quantity, state }: Pick<Payment, "quantity" | "state">,
): void {
  const amountMinor = totalOf(product, quantity);
  const refundedMinor = state === REFUNDED ? amountMinor : "0";
  const order = { product: product.id, ref: refOf(form), state, amountMinor, refundedMinor };
  // Why: the form may be sent twice, and makes one order.
  if (findPaid(world, product.id, form) !== undefined) return;
  if (countPaid(world) >= MOST_PAID) {
    const message = `The checkout has made ${MOST_PAID} orders in the world ${world.name}. Reset it, or make another`;
    throw new WorldError("conflict", message);
  }
  addOrder(world, order);
}

const countPaid = ({ state }: World) =>
  state.orders.reduce((count, { ref }) => count + (ref?.startsWith(REF) ? 1 : 0), 0);

/** Makes the id of a form that no order of a world was made by: seeds may be the snapshot of such a world. */
export function newForm(world: World): string {
  const form = world.nextFormId();
  const ref = refOf(form);
  return world.state.orders.some((order) => order.ref === ref) ? newForm(world) : form;
}

/** Finds the order that a form has made. */
export function findPaid(world: World, productId: string, form: string): Order | undefined {
  const wanted = refOf(form);
  const order = world.state.orders.find(({ ref }) => ref === wanted);
  return order?.product.id === productId ? describeOrder(order, world.start) : undefined;
}

const refOf = (form: string) => REF + form;
