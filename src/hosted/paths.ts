// Where the pages of a product are. The first two are the API's links (§2.4).
import type { CatalogProduct } from "../seeds/blueprint.ts";

type Code = Pick<CatalogProduct, "publicCode">;
type Id = Pick<CatalogProduct, "id">;

export const productPath = (root: string, { publicCode }: Code) =>
  `${root}/p/${encodeURIComponent(publicCode)}`;

export const checkoutPath = (root: string, { id }: Id) => `${root}/checkout/${id}`;

/** Where a checkout's form is sent. */
// Why: not to the address of the form, as browsers forget what they keep of an address that is written to
// (RFC 9111 §4.4), and who goes back must find the form that was paid.
export const paymentPath = (root: string, product: Id) => `${checkoutPath(root, product)}?pay`;

/** The receipt of the order that was made by a form. */
export const receiptPath = (root: string, { id }: Id, form: string) =>
  `${root}/checkout/${id}/receipt/${form}`;
