// Where the pages of a checkout are, beside the two that the API's links lead to (§2.4).
import { checkoutUrlOf } from "../../contract/products.ts";
import type { CatalogProduct } from "../../model/state.ts";

type Id = Pick<CatalogProduct, "id">;

/** Where a checkout's form is sent. */
// Why: not to the address of the form, as browsers forget what they keep of an address that is written to
// (RFC 9111 §4.4), and who goes back must find the form that was paid.
export const paymentPath = (root: string, product: Id) => `${checkoutUrlOf(root, product)}?pay`;

/** The receipt of the order that was made by a form. */
export const receiptPath = (root: string, product: Id, form: string) =>
  `${checkoutUrlOf(root, product)}/receipt/${form}`;
