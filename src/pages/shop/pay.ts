// Prices and payments. Each form creates one order, however often it is sent: the order's `ref` names the form.
import type { CatalogProduct, OrderRecord } from "../../model/state.ts";
import { addOrder } from "../../world/changes/orders.ts";
import { actAs } from "../../world/journal/actor.ts";
import type { World } from "../../world/world.ts";
import { WorldError } from "../../world/world-error.ts";
import type { Payment } from "./parse-payment.ts";

/** The start of the `ref` of each order that the checkout creates. */
const REF = "checkout-";

/** The price in minor units of a product without `priceMinor`. */
export const DEFAULT_PRICE = "1000";

const REFUNDED = "REFUNDED";

// Why: anyone who can open the pages can pay without a key, and must not fill the memory.
const MAX_PAID = 10_000;

/** The current unit price of a product, in minor units. */
// Contract: §1.5, the checkout calculates the price. A link does not fix it.
export function priceOf({ priceMinor = DEFAULT_PRICE }: CatalogProduct): string {
  return priceMinor;
}

/** The price of a quantity, in minor units. */
export function totalOf(product: CatalogProduct, quantity: number): string {
  return (BigInt(priceOf(product)) * BigInt(quantity)).toString();
}

/** The price as the form sends it, like `4900 EUR`, to check later that it has not changed. */
export function priceTag(product: CatalogProduct): string {
  // Why: browsers change line ends and invalid characters in form fields. A currency may contain them, so they are escaped.
  return `${priceOf(product)} ${JSON.stringify(product.currency).slice(1, -1)}`;
}

/** Creates the order of a form, or finds it. Throws `InvalidChangeError`, or `WorldError` if the world is full. */
export function pay(
  world: World,
  product: CatalogProduct,
  form: string,
  { quantity, state }: Pick<Payment, "quantity" | "state">,
): OrderRecord {
  const amountMinor = totalOf(product, quantity);
  const refundedMinor = state === REFUNDED ? amountMinor : "0";
  const amounts = { quantity, amountMinor, refundedMinor };
  // Why: the form may be sent twice, but creates only one order.
  const paid = findPaid(world, product.id, form);
  if (paid !== undefined) return paid;
  if (countPaid(world) >= MAX_PAID) {
    const message = `The checkout has already created ${MAX_PAID} orders in the world ${world.name}. Reset the world, or create another.`;
    throw new WorldError("conflict", message);
  }
  const fields = { product: product.id, ref: refOf(form), state, ...amounts };
  actAs("checkout", () => addOrder(world, fields));
  const created = findPaid(world, product.id, form);
  if (created === undefined) throw new TypeError("the order that was added is not there");
  return created;
}

const countPaid = ({ state }: World) =>
  state.orders.reduce((count, { ref }) => count + (ref?.startsWith(REF) ? 1 : 0), 0);

/** Creates a form id that no order has yet. Seeds may be a snapshot, with orders of earlier forms. */
export function newForm(world: World): string {
  const form = world.nextFormId();
  const ref = refOf(form);
  return world.state.orders.some((order) => order.ref === ref) ? newForm(world) : form;
}

/** Finds the order that a form created. */
export function findPaid(world: World, productId: string, form: string): OrderRecord | undefined {
  const wanted = refOf(form);
  const order = world.state.orders.find(({ ref }) => ref === wanted);
  return order?.product.id === productId ? order : undefined;
}

const refOf = (form: string) => REF + form;
