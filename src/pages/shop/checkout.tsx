/** @jsxImportSource hono/jsx */
// The checkout, its form, and the receipt. A form is charged once, at the price that it showed, or comes back
// with the reason.
import type { Context, Hono } from "hono";
import { checkoutUrlOf } from "../../contract/endpoints/checkout-links.ts";
import { InvalidChangeError } from "../../world/changes/overlay.ts";
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

/** Why a form comes back, and with which status; nothing was paid. */
interface Return {
  readonly status: 400 | 402 | 403 | 409 | 413 | 415 | 422;
  readonly text: string;
  readonly quantity?: number;
}

const FOREIGN: Return = {
  status: 403,
  text: "A page of another site sent you here to pay. Nothing was paid. Pay here if you want to.",
};
const STALE: Return = {
  status: 403,
  text: "This page was out of date. Nothing was paid. Please pay again.",
};
const CHANGED = "The price has changed meanwhile. Nothing was paid. Please look at the new one.";
const DECLINED = "Your card was declined. Nothing was paid.";

/** Mounts the checkout and its receipts; `secret` signs the forms. */
export function mountCheckout(app: Hono<Env>, secret?: Uint8Array<ArrayBuffer>): void {
  const tokens = createFormTokens(secret);
  app.get("/checkout/:id", (c) => showForm(c));
  app.post("/checkout/:id", (c) => takeForm(c));
  app.get("/checkout/:id/receipt/:form", showReceipt);

  /** Shows a new form, or why there is none. */
  async function showForm(c: Context<Env>, back?: Return): Promise<Response> {
    const { env } = c;
    const product = findById(env.world, c.req.param("id") ?? "");
    if ("why" in product) {
      const title = "This is not on sale";
      const page = <MissingPage env={env} title={title} missing={product} pathOf={checkoutUrlOf} />;
      return c.html(page, 404);
    }
    const token = await tokens.sign(env.world.name, product.id, newForm(env.world));
    // Why: who goes back sees the form that was paid, and paying it again leads to its receipt. A new
    // visit gets a new form.
    if (back === undefined) c.header("Cache-Control", "private, no-cache");
    return c.html(
      <CheckoutPage
        env={env}
        product={product}
        token={token}
        notice={back?.text}
        quantity={back?.quantity}
      />,
      back?.status ?? 200,
    );
  }

  async function takeForm(c: Context<Env>): Promise<Response> {
    const { root, hostedUrl } = c.env;
    const id = (c.req.param("id") ?? "").toLowerCase();
    if (isForeign(c.req.raw, hostedUrl)) return showForm(c, FOREIGN);
    const payment = await parsePayment(c.req.raw);
    if ("status" in payment) {
      return showForm(c, { ...payment, text: `${payment.text} Nothing was paid.` });
    }
    const form = await tokens.read(payment.token, c.env.world.name, id);
    // Why: only now, because the world may have been reset while the form was read.
    const world = c.env.findWorld(c.env.world.name) ?? c.env.world;
    if (form === undefined) return showForm(c, { ...STALE, quantity: payment.quantity });
    const back = findPaid(world, id, form) ? undefined : charge(world, id, form, payment);
    return back ? showForm(c, back) : c.redirect(receiptPath(root, { id }, form), 303);
  }
}

/** Charges a form that was not paid yet; returns why not, if not. */
function charge(
  world: PageEnv["world"],
  id: string,
  form: string,
  payment: Payment,
): Return | undefined {
  const { quantity, price, card } = payment;
  const product = findById(world, id);
  // Why: what is not sold any more has no price to compare, and showing its form tells the reason.
  if ("why" in product || price !== priceTag(product)) {
    return { status: 409, text: CHANGED, quantity };
  }
  if (card === "declined") return { status: 402, text: DECLINED, quantity };
  try {
    pay(world, product, form, payment);
    return undefined;
  } catch (error) {
    // Why: a world holds so many orders and no more.
    if (error instanceof WorldError) {
      return { status: 409, text: `${error.message}. Nothing was paid.`, quantity };
    }
    if (!(error instanceof InvalidChangeError)) throw error;
    const why = error.diagnostics.map(({ message }) => message).join("; ");
    return { status: 422, text: `The order can't be made: ${why}. Nothing was paid.`, quantity };
  }
}

function showReceipt(c: Context<Env>): Response | Promise<Response> {
  const { world } = c.env;
  const id = (c.req.param("id") ?? "").toLowerCase();
  const order = findPaid(world, id, c.req.param("form") ?? "");
  const product = world.findProduct(id);
  if (order && product) return c.html(<ReceiptPage env={c.env} product={product} order={order} />);
  const missing = {
    why: `No order of the world ${world.name} was made by this form: it was not paid, or the world was reset or its seeds changed since.`,
    mend: "Open the checkout anew.",
  };
  const page = (
    <MissingPage
      env={c.env}
      title="There is no such receipt"
      missing={missing}
      pathOf={checkoutUrlOf}
    />
  );
  return c.html(page, 404);
}

/** Tells whether a request comes from a page that is not of the hosted address. */
function isForeign({ url, headers }: Request, hostedUrl: string): boolean {
  const site = headers.get("sec-fetch-site");
  // Why: the browser knows the address that it asked; behind a proxy, we may know another.
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && ![url, hostedUrl].some((own) => isOf(origin, own));
}

// Runtime: with a damaged `Host` the URL of a request is none under Bun.
function isOf(origin: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
