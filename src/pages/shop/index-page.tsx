/** @jsxImportSource hono/jsx */
// The start page of a world: the base URL of its API, its products, and the other worlds.

import { productUrlOf } from "../../contract/endpoints/checkout-links.ts";
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { World } from "../../world/world.ts";
import { COPY_SCRIPT } from "../layout/assets.ts";
import { formatMoney } from "../layout/format-money.ts";
import { ToolPage } from "../layout/page.tsx";
import { type PageEnv, rootOf } from "../layout/page-env.ts";
import { priceOf } from "./pay.ts";
import { titleOf } from "./product-page.tsx";
import { SampleCall } from "./sample-call.tsx";
import { HOSTED_STYLE } from "./shop-page.tsx";

const SHOWN = 50;

interface IndexProps {
  readonly env: PageEnv;
}

export const IndexPage = ({ env, showsKeys }: IndexProps & { readonly showsKeys: boolean }) => (
  <ToolPage
    env={env}
    title={`World ${env.world.name}`}
    styles={[HOSTED_STYLE]}
    script={COPY_SCRIPT}
  >
    <h1>A local sandbox of the Sandbox Integration API</h1>
    <p>
      This is the world <strong>{env.world.name}</strong> of merchant-sandbox {env.version}. No
      money moves, and its keys work only here.
    </p>
    <div class="index">
      <h2>API</h2>
      <p>
        Base URL: <code>{env.baseUrl}</code>
      </p>
      <p>
        The <a href={`${env.root}/dashboard`}>dashboard</a> shows the keys, and the{" "}
        <a href={`${env.root}/docs`}>docs</a> explain the endpoints. The OpenAPI description is at{" "}
        <a href={`${env.root}/openapi.json`}>/openapi.json</a>.
      </p>
      <ul>
        {Object.values(ENDPOINTS).map(({ method, path }) => (
          <li>
            <code>{`${method} ${path}`}</code>
          </li>
        ))}
      </ul>
      <p>Try this command:</p>
      <SampleCall env={env} endpoint="ping" showsKeys={showsKeys} />
      <h2>Products</h2>
      <Products env={env} />
      <h2>Worlds</h2>
      <Worlds env={env} />
    </div>
  </ToolPage>
);

const Products = ({ env }: IndexProps) => {
  const available = availableIn(env.world);
  if (available.length === 0) return <p>This world has no available products.</p>;
  return (
    <>
      <ul class="products">
        {available.slice(0, SHOWN).map((product) => (
          <li>
            <span>
              <a href={productUrlOf(env.root, product)} dir="auto">
                {titleOf(product)}
              </a>{" "}
              <span class="muted" dir="auto">
                {product.merchant.name}
              </span>
            </span>
            <span class="number">{formatMoney(priceOf(product), product.currency)}</span>
          </li>
        ))}
      </ul>
      {available.length > SHOWN && <p class="muted">And {available.length - SHOWN} more.</p>}
    </>
  );
};

const Worlds = ({ env }: IndexProps) => {
  const names = env.worldNames();
  return (
    <>
      <p>
        Each world has its own state. Put <code>/w/NAME</code> before any path to use the world with
        that name.
      </p>
      <ul class="worlds">
        {names.slice(0, SHOWN).map((name) => (
          <li>
            <a
              href={`${rootOf(env, name)}/`}
              aria-current={name === env.world.name ? "page" : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
      {names.length > SHOWN && <p class="muted">And {names.length - SHOWN} more.</p>}
    </>
  );
};

function availableIn({ state }: World) {
  return [...state.products.values()].filter(
    ({ status, merchant }) => status === PUBLISHED && merchant.sandboxAccess,
  );
}
