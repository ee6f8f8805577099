/** @jsxImportSource hono/jsx */
// The page of a product, at `/p/<publicCode>`: its title, its price, and a link to its checkout.
import { checkoutUrlOf } from "../../contract/endpoints/checkout-links.ts";
import type { CatalogProduct } from "../../model/state.ts";
import { formatMoney } from "../layout/format-money.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { DEFAULT_PRICE, priceOf } from "./pay.ts";
import { ForTesters, ShopPage } from "./shop-page.tsx";

interface ProductProps {
  readonly env: PageEnv;
  readonly product: CatalogProduct;
}

/** The title of a product, or its public code if it has none. */
export const titleOf = ({ title, publicCode }: CatalogProduct) => title ?? publicCode;

export const ProductPage = ({ env, product }: ProductProps) => (
  <ShopPage env={env} title={titleOf(product)} merchant={product.merchant}>
    <article class="card">
      <h1 dir="auto">{titleOf(product)}</h1>
      <p class="price">{formatMoney(priceOf(product), product.currency)}</p>
      <p>
        <a class="button primary" href={checkoutUrlOf(env.root, product)}>
          Go to checkout
        </a>
      </p>
    </article>
    <ForTesters>
      <Facts product={product} />
    </ForTesters>
  </ShopPage>
);

/** Where a product comes from, for testers. */
export const Facts = ({ product }: Pick<ProductProps, "product">) => {
  const { id, publicCode, origin, priceMinor } = product;
  return (
    <>
      <dl class="facts">
        <dt>Public code</dt>
        <dd>
          <code>{publicCode}</code>
        </dd>
        <dt>Product id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Defined in</dt>
        <dd>
          <code>{origin}</code>
        </dd>
      </dl>
      {priceMinor === undefined && (
        <p>
          The seeds set no <code>priceMinor</code>. Default: {DEFAULT_PRICE} minor units.
        </p>
      )}
    </>
  );
};
