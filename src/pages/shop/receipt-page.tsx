/** @jsxImportSource hono/jsx */
// The receipt of an order, and its position in the API's list.

import { checkoutUrlOf, productUrlOf } from "../../contract/endpoints/checkout-links.ts";
import type { Order } from "../../contract/endpoints/orders.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { CatalogProduct, Settings } from "../../model/state.ts";
import { shellQuote } from "../../shared/shell.ts";
import { formatMoney } from "../layout/format-money.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { PAID } from "./parse-payment.ts";
import { titleOf } from "./product-page.tsx";
import { ForTesters, ShopPage } from "./shop-page.tsx";

interface ReceiptProps {
  readonly env: PageEnv;
  readonly product: CatalogProduct;
  readonly order: Order;
}

const LIST_ORDERS: Readonly<Record<Settings["listOrder"], string>> = {
  newest: "newest first",
  oldest: "oldest first",
  shuffled: "shuffled",
  changing: "shuffled again for each request",
};

export const ReceiptPage = ({ env, product, order }: ReceiptProps) => (
  <ShopPage env={env} title="Receipt" merchant={product.merchant}>
    <article class="card">
      <h1>
        {order.state === PAID ? "Thank you, your order is paid" : `Your order is ${order.state}`}
      </h1>
      <dl class="facts">
        <dt>Order</dt>
        <dd>
          <code>{order.id}</code>
        </dd>
        <dt>Product</dt>
        <dd>
          <a href={productUrlOf(env.root, product)} dir="auto">
            {titleOf(product)}
          </a>
        </dd>
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
          <time datetime={order.createdAt}>{formatTime(order.createdAt)}</time>
        </dd>
      </dl>
      <p>
        <a class="button" href={checkoutUrlOf(env.root, product)}>
          Buy again
        </a>
      </p>
    </article>
    <ForTesters open>
      <p>{placeOf(env, product, order)}</p>
      <pre class="copy">
        {`curl -H "Authorization: Bearer $SANDBOX_API_KEY" ${shellQuote(env.baseUrl + ENDPOINTS.orders.path)}`}
      </pre>
      <p>
        Set <code>SANDBOX_API_KEY</code> to a key of <code>{product.merchant.slug}</code> with the
        scope <code>{ENDPOINTS.orders.scope}</code>. The{" "}
        <a href={`${env.root}/dashboard`}>dashboard</a> lists the keys. Reloading this page does not
        create another order.
      </p>
    </ForTesters>
  </ShopPage>
);

/** Describes the current position of an order in the API's list. */
function placeOf({ world }: PageEnv, { merchant }: CatalogProduct, { id }: Order): string {
  const { items, total } = world.listOrders(merchant);
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
