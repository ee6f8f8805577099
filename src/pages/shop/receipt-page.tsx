/** @jsxImportSource hono/jsx */
// The receipt of an order, and its position in the API's list.

import { checkoutUrlOf, productUrlOf } from "../../contract/endpoints/checkout-links.ts";
import { describeOrder } from "../../model/lists.ts";
import type { OrderRecord, Settings } from "../../model/state.ts";
import { COPY_SCRIPT } from "../layout/assets.ts";
import { formatMoney } from "../layout/format-money.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { PAID } from "./parse-payment.ts";
import { titleOf } from "./product-page.tsx";
import { SampleCall } from "./sample-call.tsx";
import { ForTesters, ShopPage } from "./shop-page.tsx";

interface ReceiptProps {
  readonly env: PageEnv;
  readonly order: OrderRecord;
  /** Whether the reader may see keys. */
  readonly showsKeys: boolean;
}

const LIST_ORDERS: Readonly<Record<Settings["listOrder"], string>> = {
  newest: "newest first",
  oldest: "oldest first",
  shuffled: "shuffled",
  changing: "shuffled again for each request",
};

export const ReceiptPage = ({ env, order, showsKeys }: ReceiptProps) => {
  const { product } = order;
  const { createdAt } = describeOrder(order, env.world.start);
  const pieces = formatPieces(order);
  return (
    <ShopPage env={env} title="Receipt" merchant={product.merchant} script={COPY_SCRIPT}>
      <article class="card">
        <h1>
          {order.state === PAID ? "Thank you, your order is paid" : `Your order is ${order.state}`}
        </h1>
        <dl class="facts">
          <dt>Order</dt>
          <dd>
            <a href={`${env.root}/dashboard/orders?find=${order.id}`}>
              <code>{order.id}</code>
            </a>
          </dd>
          <dt>Product</dt>
          <dd>
            <a href={productUrlOf(env.root, product)} dir="auto">
              {titleOf(product)}
            </a>
          </dd>
          {pieces && (
            <>
              <dt>Quantity</dt>
              <dd>{pieces}</dd>
            </>
          )}
          <dt>Amount</dt>
          <dd class="amount">{formatMoney(order.amountMinor, order.currency)}</dd>
          {/^0+$/.test(order.refundedMinor) || (
            <>
              <dt>Refunded</dt>
              <dd>{formatMoney(order.refundedMinor, order.currency)}</dd>
            </>
          )}
          <dt>State</dt>
          <dd dir="auto">{order.state}</dd>
          <dt>Time</dt>
          <dd>
            <time datetime={createdAt}>{formatTime(createdAt)}</time>
          </dd>
        </dl>
        <p class="screen">
          <a class="button" href={checkoutUrlOf(env.root, product)}>
            Buy again
          </a>
        </p>
      </article>
      <ForTesters open>
        <p>{placeOf(env, order)}</p>
        <SampleCall env={env} endpoint="orders" merchant={product.merchant} showsKeys={showsKeys} />
        <p>Reloading this page does not create another order.</p>
      </ForTesters>
    </ShopPage>
  );
};

/** The quantity and the unit price, like `3 × €49.00`. Undefined if the order has none, or its amount was changed. */
function formatPieces({ quantity, amountMinor, currency }: OrderRecord): string | undefined {
  if (quantity === undefined) return undefined;
  const [amount, pieces] = [BigInt(amountMinor), BigInt(quantity)];
  if (amount % pieces !== 0n) return undefined;
  return `${quantity} × ${formatMoney(`${amount / pieces}`, currency)}`;
}

/** Describes the current position of an order in the API's list. */
function placeOf({ world }: PageEnv, { id, product }: OrderRecord): string {
  const { items, total } = world.listOrders(product.merchant);
  const index = items.findIndex((item) => item.id === id);
  const sorted = LIST_ORDERS[world.settings.listOrder];
  const list = `orders in GET /orders (${sorted}).`;
  if (index === 0) return `This is now the first of ${total} ${list}`;
  if (index > 0) return `This is now number ${index + 1} of ${total} ${list}`;
  return `This order is not among the first ${items.length} of ${total} ${list}`;
}

/** Formats a time of the API, such as `2026-10-17T09:00:00.000Z`, for people. */
function formatTime(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
}
