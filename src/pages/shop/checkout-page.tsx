/** @jsxImportSource hono/jsx */
// The checkout of a product, at `/checkout/<productId>`: one form, which creates one order. It needs no script: the
// page has the totals of all quantities, and the style sheet shows the total of the chosen quantity.
import { checkoutUrlOf } from "../../contract/endpoints/checkout-links.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { formatMoney } from "../layout/format-money.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { MAX_QUANTITY, PAID } from "./parse-payment.ts";
import { priceOf, priceTag, totalOf } from "./pay.ts";
import { Facts, titleOf } from "./product-page.tsx";
import { ForTesters, ShopPage } from "./shop-page.tsx";

const QUANTITIES = Array.from({ length: MAX_QUANTITY }, (_, n) => n + 1);
const STATES = ["PENDING", "FAILED", "CANCELLED", "REFUNDED"];

interface CheckoutProps {
  readonly env: PageEnv;
  readonly product: CatalogProduct;
  readonly token: string;
  /** Why the last form was not paid. */
  readonly notice?: string | undefined;
  readonly quantity?: number | undefined;
}

export const CheckoutPage = ({ env, product, token, notice, quantity = 1 }: CheckoutProps) => (
  <ShopPage env={env} title={`Checkout: ${titleOf(product)}`} merchant={product.merchant}>
    {notice && (
      <p class="notice bad" role="alert" dir="auto">
        {notice}
      </p>
    )}
    <form id="payment" class="card" method="post" action={paymentPath(env.root, product)}>
      {/* Why: Enter in the tester's field presses the first button of the form, which must not be Pay. */}
      <button type="submit" hidden />
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="price" value={priceTag(product)} />
      <h1 dir="auto">{titleOf(product)}</h1>
      <p class="price">{formatMoney(priceOf(product), product.currency)} each</p>
      <p class="line">
        <label for="quantity">Quantity</label>
        <select id="quantity" name="quantity">
          {QUANTITIES.map((pieces) => (
            <option value={`${pieces}`} selected={pieces === quantity}>
              {pieces}
            </option>
          ))}
        </select>
      </p>
      <p class="line total">
        <span>Total</span>
        <output for="quantity">
          {QUANTITIES.map((pieces) => (
            <span class={`of-${pieces}`}>
              {formatMoney(totalOf(product, pieces), product.currency)}{" "}
            </span>
          ))}
        </output>
      </p>
      <button type="submit" class="primary" name="pay" value={PAID}>
        Pay
      </button>
      <p class="muted">You need no card, and nothing is charged.</p>
    </form>
    <ForTesters>
      <p>
        <label for="state">
          Order state (default: <code>{PAID}</code>)
        </label>
        <input
          id="state"
          name="state"
          form="payment"
          list="states"
          placeholder={PAID}
          autocomplete="off"
          aria-describedby="any-state"
        />
        <datalist id="states">
          {STATES.map((state) => (
            <option value={state} />
          ))}
        </datalist>
        <span id="any-state" class="muted">
          Any text, as in seed files. <code>REFUNDED</code> refunds the whole amount.
        </span>
      </p>
      <p class="row">
        <button type="submit" form="payment">
          Pay with this state
        </button>
        <button type="submit" form="payment" name="card" value="declined">
          Decline the card
        </button>
      </p>
      <Facts product={product} />
    </ForTesters>
  </ShopPage>
);

type Id = Pick<CatalogProduct, "id">;

/** Where a checkout's form is sent. */
// Why: browsers drop their cached copy of an address after a POST to it (RFC 9111 §4.4). The form has another address,
// so that the Back button shows the form that was paid.
const paymentPath = (root: string, product: Id) => `${checkoutUrlOf(root, product)}?pay`;

/** The receipt of the order that a form created. */
export const receiptPath = (root: string, product: Id, form: string) =>
  `${checkoutUrlOf(root, product)}/receipt/${form}`;
