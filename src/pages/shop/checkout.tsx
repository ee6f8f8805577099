/** @jsxImportSource hono/jsx */
// The checkout, its form, and the receipt. A form is charged once, at the price that it showed. Otherwise the
// checkout is shown again with the reason.
import type { Context, Hono } from "hono";
import { checkoutUrlOf } from "../../contract/endpoints/checkout-links.ts";
import type { OrderRecord } from "../../model/state.ts";
import { InvalidChangeError } from "../../world/invalid-change.ts";
import { type RequestRecord, recordUnrouted } from "../../world/journal/record.ts";
import { createRequestId } from "../../world/made-ids.ts";
import { WorldError } from "../../world/world-error.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { CheckoutPage, receiptPath } from "./checkout-page.tsx";
import { findById } from "./find-product.ts";
import { createFormTokens } from "./form-tokens.ts";
import { MissingPage } from "./missing-page.tsx";
import { type Payment, parsePayment } from "./parse-payment.ts";
import { findPaid, newForm, pay, priceTag } from "./pay.ts";
import { ReceiptPage } from "./receipt-page.tsx";

type Env = { Bindings: PageEnv };

export interface CheckoutOptions {
  /** Signs the forms. Default: a random secret. */
  readonly formSecret: Uint8Array<ArrayBuffer> | undefined;
  /** Whether a caller may use the control API, and so see keys. */
  readonly maySeeKeys: (request: Request, env: PageEnv) => Promise<boolean>;
  /** Called with each payment. */
  readonly onRequest?: ((record: RequestRecord) => void) | undefined;
}

/** Why a form was rejected, and its status code. Nothing was paid. */
interface Rejection {
  readonly status: 400 | 402 | 403 | 409 | 413 | 415 | 422;
  readonly text: string;
  readonly quantity?: number;
}

const FOREIGN: Rejection = {
  status: 403,
  text: "Another site sent this payment. Nothing was paid. To pay, use the button on this page.",
};
const EXPIRED: Rejection = {
  status: 403,
  text: "This page has expired. Nothing was paid. Try again.",
};
const CHANGED = "The price has changed. Nothing was paid. Check the new price.";
const DECLINED = "Your card was declined. Nothing was paid.";

/** An order, and the form that created it. */
interface Paid {
  readonly form: string;
  readonly order: OrderRecord;
}

/** Mounts the checkout and its receipts. */
export function mountCheckout(app: Hono<Env>, options: CheckoutOptions): void {
  const { formSecret, maySeeKeys, onRequest } = options;
  const tokens = createFormTokens(formSecret);
  app.get("/checkout/:id", (c) => showForm(c));
  app.post("/checkout/:id", (c) => payForm(c));
  app.get("/checkout/:id/receipt/:form", async (c) =>
    showReceipt(c, await maySeeKeys(c.req.raw, c.env)),
  );

  /** Shows a new form, or the reason why the product has none. */
  async function showForm(c: Context<Env>, rejection?: Rejection): Promise<Response> {
    const { env } = c;
    const product = findById(env.world, c.req.param("id") ?? "");
    if ("why" in product) {
      const title = "This product is not available";
      const page = <MissingPage env={env} title={title} missing={product} pathOf={checkoutUrlOf} />;
      return c.html(page, 404);
    }
    const token = await tokens.sign(env.world.name, product.id, newForm(env.world));
    // Why: the Back button shows the form that was paid, and paying it again leads to its receipt. A new visit gets a
    // new form.
    if (rejection === undefined) c.header("Cache-Control", "private, no-cache");
    return c.html(
      <CheckoutPage
        env={env}
        product={product}
        token={token}
        notice={rejection?.text}
        quantity={rejection?.quantity}
      />,
      rejection?.status ?? 200,
    );
  }

  async function payForm(c: Context<Env>): Promise<Response> {
    const started = performance.now();
    const id = (c.req.param("id") ?? "").toLowerCase();
    const outcome = await takeForm(c, id);
    const isPaid = "order" in outcome;
    const response = isPaid
      ? c.redirect(receiptPath(c.env.root, { id }, outcome.form), 303)
      : await showForm(c, outcome);
    const { method } = c.req;
    const { path, world } = c.env;
    const { status } = response;
    const ms = performance.now() - started;
    const request = { id: createRequestId(), method, path, ms, status };
    const why = isPaid ? undefined : outcome.text;
    const hints = isPaid ? [describePaid(outcome.order)] : [];
    onRequest?.(recordUnrouted({ ...request, why, hints }, world));
    return response;
  }

  async function takeForm(c: Context<Env>, id: string): Promise<Paid | Rejection> {
    if (isForeign(c.req.raw, c.env.hostedUrl)) return FOREIGN;
    const payment = await parsePayment(c.req.raw);
    if ("status" in payment) return { ...payment, text: `${payment.text} Nothing was paid.` };
    const form = await tokens.read(payment.token, c.env.world.name, id);
    // Why: found only now, because the world may have been reset while the form was read.
    const world = c.env.findWorld(c.env.world.name) ?? c.env.world;
    if (form === undefined) return { ...EXPIRED, quantity: payment.quantity };
    const paid = findPaid(world, id, form);
    return paid ? { form, order: paid } : charge(world, id, form, payment);
  }
}

/** Describes an order for the log. */
const describePaid = ({ id, state, amountMinor, currency }: OrderRecord) =>
  `order ${id} is ${state}: ${amountMinor} ${currency} in minor units`;

/** Charges a form that was not paid yet. Returns the reason if it can't be charged. */
function charge(
  world: PageEnv["world"],
  id: string,
  form: string,
  payment: Payment,
): Paid | Rejection {
  const { quantity, price, card } = payment;
  const product = findById(world, id);
  // Why: the page that follows shows the same reason.
  if ("why" in product) return { status: 409, text: `${product.why} Nothing was paid.` };
  if (price !== priceTag(product)) return { status: 409, text: CHANGED, quantity };
  if (card === "declined") return { status: 402, text: DECLINED, quantity };
  try {
    return { form, order: pay(world, product, form, payment) };
  } catch (error) {
    // Why: the number of orders in a world is limited.
    if (error instanceof WorldError) {
      return { status: 409, text: `${error.message} Nothing was paid.`, quantity };
    }
    if (!(error instanceof InvalidChangeError)) throw error;
    const why = error.diagnostics.map(({ message }) => message).join("; ");
    return { status: 422, text: `Cannot create the order: ${why}. Nothing was paid.`, quantity };
  }
}

function showReceipt(c: Context<Env>, showsKeys: boolean): Response | Promise<Response> {
  const { world } = c.env;
  const id = (c.req.param("id") ?? "").toLowerCase();
  const order = findPaid(world, id, c.req.param("form") ?? "");
  if (order) return c.html(<ReceiptPage env={c.env} order={order} showsKeys={showsKeys} />);
  const missing = {
    why: `The world ${world.name} has no order from this form. Either it was not paid, or the world was reset or its seeds changed after the payment.`,
    fix: "Open the checkout again.",
  };
  const page = (
    <MissingPage env={c.env} title="Receipt not found" missing={missing} pathOf={checkoutUrlOf} />
  );
  return c.html(page, 404);
}

/** Whether a request comes from a page of another site. */
function isForeign({ url, headers }: Request, hostedUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  // Why: the browser knows the address that it called. Behind a proxy, `url` may be another.
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && ![url, hostedUrl].some((own) => isOf(origin, own));
}

// Runtime: under Bun, `request.url` is not a valid URL if `Host` is malformed.
function isOf(origin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
