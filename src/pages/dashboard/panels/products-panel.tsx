/** @jsxImportSource hono/jsx */
// The products of a world, whether they are published, and links to their pages.
import { linksOf } from "../../../contract/endpoints/checkout-links.ts";
import { PUBLISHED } from "../../../contract/endpoints/products.ts";
import type { CatalogProduct } from "../../../model/state.ts";
import { formatMoney } from "../../layout/format-money.ts";
import { Action, Copy, Create, Suggestions, TextField } from "../action.tsx";
import { madeFirst, TruncatedList, truncate } from "../truncated-list.tsx";
import type { ViewProps } from "../view.ts";

export const ProductsPanel = ({ view }: ViewProps) => {
  const { state, layer } = view.world;
  const products = madeFirst(state.products.values(), ({ id }) => layer.products.has(id));
  const cut = truncate(view, products, (product) => {
    const { publicCode, title, status, id, merchant } = product;
    return [publicCode, title, status, id, merchant.slug];
  });
  return (
    <>
      <NewProduct view={view} />
      <TruncatedList
        view={view}
        cut={cut}
        things="products"
        by="code, title, status or merchant"
        empty="No product yet: add one."
        row={(product) => <ProductRow view={view} of={product} />}
      />
    </>
  );
};

const NewProduct = ({ view }: ViewProps) => {
  const slugs = view.world.state.merchants.map(({ slug }) => slug);
  return (
    <Create
      title="New product"
      path="products"
      done="{publicCode} is a product of {merchant} now."
      button="Add product"
    >
      <TextField label="Merchant" name="merchant" value={slugs[0]} words="owners" required />
      <Suggestions id="owners" words={slugs} />
      <TextField label="Code" name="publicCode" hint="like ATLAS-1" required />
      <TextField label="Title" name="title" hint="its code" />
      <TextField label="Currency" name="currency" value="EUR" required />
      <TextField label="Price (minor units)" name="priceMinor" hint="1000" />
      <TextField label="Status" name="status" hint={PUBLISHED} />
    </Create>
  );
};

interface RowProps extends ViewProps {
  readonly of: CatalogProduct;
}

const ProductRow = ({ view, of }: RowProps) => {
  const { id, publicCode, title, status, currency, priceMinor, merchant } = of;
  const isPublished = status === PUBLISHED;
  return (
    <li data-key={id} tabindex={-1}>
      <div class="line">
        <strong dir="auto">{publicCode}</strong>
        <span class={isPublished ? "badge good" : "badge"}>{status}</span>
        <span class="end number">
          {priceMinor === undefined ? "no price" : formatMoney(priceMinor, currency)}
        </span>
      </div>
      <div class="line muted">
        <span dir="auto">{title ?? "no title"}</span>
        <span class="end" title={merchant.name}>
          {merchant.slug}
        </span>
      </div>
      <div class="line">
        <Action
          method="PATCH"
          path={`products/${id}`}
          body={{ status: isPublished ? "UNPUBLISHED" : PUBLISHED }}
          undo={isPublished ? { body: { status } } : undefined}
          done={`${publicCode} is ${isPublished ? "unpublished" : "published"}.`}
          button={isPublished ? "Unpublish" : "Publish"}
          label={`${isPublished ? "Unpublish" : "Publish"} ${publicCode}`}
        />
        {isPublished && <Links view={view} of={of} />}
      </div>
    </li>
  );
};

/** What the API answers for the product: only a published one has links. */
const Links = ({ view, of }: RowProps) => {
  const { productUrl, checkoutUrl } = linksOf(view.hostedUrl, of);
  const here = linksOf(view.root, of);
  const { publicCode } = of;
  return (
    <>
      <a href={here.productUrl} aria-label={`Page of ${publicCode}`}>
        Page
      </a>
      <a href={here.checkoutUrl} aria-label={`Checkout of ${publicCode}`}>
        Checkout
      </a>
      <details class="links">
        <summary aria-label={`Links of ${publicCode}`}>Links</summary>
        <div class="line">
          <code>{productUrl}</code>
          <Copy text={productUrl} what={`the productUrl of ${publicCode}`} />
        </div>
        <div class="line">
          <code>{checkoutUrl}</code>
          <Copy text={checkoutUrl} what={`the checkoutUrl of ${publicCode}`} />
        </div>
      </details>
    </>
  );
};
