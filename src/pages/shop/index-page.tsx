/** @jsxImportSource hono/jsx */
// The page at a world's root: the address of its API, its products, and the other worlds.

import { productUrlOf } from "../../contract/endpoints/checkout-links.ts";
import { PUBLISHED } from "../../contract/endpoints/products.ts";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import { DEFAULT_WORLD } from "../../seeds/read/scenarios.ts";
import { shellQuote } from "../../shared/shell.ts";
import type { World } from "../../world/world.ts";
import { formatMoney } from "../layout/format-money.ts";
import { ToolPage } from "../layout/page.tsx";
import type { PageEnv } from "../layout/page-env.ts";
import { priceOf } from "./pay.ts";
import { titleOf } from "./product-page.tsx";
import { HOSTED_STYLE } from "./shop-page.tsx";

const SHOWN = 50;

interface IndexProps {
  readonly env: PageEnv;
}

// Why: no key is shown here, as anybody may see this page.
export const IndexPage = ({ env }: IndexProps) => (
  <ToolPage env={env} title={`World ${env.world.name}`} styles={[HOSTED_STYLE]}>
    <h1>A stand-in for the Sandbox Integration API</h1>
    <p>
      This is the world <strong>{env.world.name}</strong> of merchant-sandbox {env.version}. No
      money moves, and its keys open nothing else.
    </p>
    <div class="index">
      <h2>The API</h2>
      <p>
        It answers at <code>{env.baseUrl}</code>. The{" "}
        <a href={`${env.root}/dashboard`}>dashboard</a> shows the keys, the{" "}
        <a href={`${env.root}/docs`}>docs</a> explain the calls, and{" "}
        <a href={`${env.root}/openapi.json`}>openapi.json</a> describes them for tools.
      </p>
      <ul>
        {Object.values(ENDPOINTS).map(({ method, path }) => (
          <li>
            <code>{`${method} ${path}`}</code>
          </li>
        ))}
      </ul>
      <p>
        With a key in <code>SANDBOX_API_KEY</code>, this line is answered:
      </p>
      <pre class="copy">
        {`curl -H "Authorization: Bearer $SANDBOX_API_KEY" ${shellQuote(env.baseUrl + ENDPOINTS.ping.path)}`}
      </pre>
      <h2>On sale</h2>
      <Products env={env} />
      <h2>Worlds</h2>
      <Worlds env={env} />
    </div>
  </ToolPage>
);

const Products = ({ env }: IndexProps) => {
  const sold = soldIn(env.world);
  if (sold.length === 0) return <p>Nothing is on sale in this world.</p>;
  return (
    <>
      <ul class="products">
        {sold.slice(0, SHOWN).map((product) => (
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
      {sold.length > SHOWN && <p class="muted">And {sold.length - SHOWN} more.</p>}
    </>
  );
};

const Worlds = ({ env }: IndexProps) => {
  const names = env.worldNames();
  const { root, world } = env;
  const top = world.name === DEFAULT_WORLD ? root : root.slice(0, -`/w/${world.name}`.length);
  return (
    <>
      <p>
        Each is a copy of everything, under an address of its own: <code>/w/</code> and its name in
        front of any path.
      </p>
      <ul class="worlds">
        {names.slice(0, SHOWN).map((name) => (
          <li>
            <a
              href={name === DEFAULT_WORLD ? `${top}/` : `${top}/w/${name}/`}
              aria-current={name === world.name ? "page" : undefined}
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

function soldIn({ state }: World) {
  return [...state.products.values()].filter(
    ({ status, merchant }) => status === PUBLISHED && merchant.sandboxAccess,
  );
}
