// What the checkout charges, and the orders that it makes: one for each form, however often that is sent.
// A form's order is found by its `ref`, so that nothing is kept beside the world itself.
import type { Order } from "../../contract/schemas.ts";
import { orderAt } from "../../model/orders.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { addOrder } from "../../world/changes/orders.ts";
import type { World } from "../../world/world.ts";
import { WorldError } from "../../world/world-error.ts";
import type { Payment } from "./parse-payment.ts";

/** What one costs where the seeds give no price. */
export const DEFAULT_PRICE = "1000";

const REFUNDED = "REFUNDED";

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

/** Makes the order of a form, unless there is one. Throws `InvalidChangeError`. */
export async function pay(
  world: World,
  product: CatalogProduct,
  form: string,
  { quantity, state }: Pick<Payment, "quantity" | "state">,
): Promise<void> {
  const amountMinor = totalOf(product, quantity);
  const refundedMinor = state === REFUNDED ? amountMinor : "0";
  const order = { product: product.id, ref: refOf(form), state, amountMinor, refundedMinor };
  await addOrder(world, order).catch((error) => {
    // Why: the form was sent twice at once, and the other one has made the order meanwhile.
    if (!(error instanceof WorldError && error.code === "conflict")) throw error;
  });
}

/** Finds the order that a form has made. */
export function findPaid(world: World, productId: string, form: string): Order | undefined {
  const wanted = refOf(form);
  const { orders, orderIds } = world.state;
  const series = orders().find(({ seed }) => seed.ref === wanted);
  return series?.product.id === productId ? orderAt(series, 0, orderIds()) : undefined;
}

const refOf = (form: string) => `checkout-${form}`;
