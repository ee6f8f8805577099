/** @jsxImportSource hono/jsx */
// The hosted address: what the document calls separate surfaces (§1.7), and the API's description for tools.
import { Hono } from "hono";
import { productUrlOf } from "../../contract/products.ts";
import { ASSETS, answerAsset } from "../layout/assets.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { securePages } from "../layout/secure-pages.ts";
import { mountCheckout } from "./checkout.tsx";
import { findByCode } from "./find-product.ts";
import HOSTED from "./hosted.css" with { type: "text" };
import { IndexPage } from "./index-page.tsx";
import { MissingPage, NotFoundPage, WrongMethodPage } from "./missing-page.tsx";
import { mountOpenApi } from "./openapi.ts";
import { ProductPage } from "./product-page.tsx";
import { HOSTED_STYLE } from "./shop-page.tsx";

const READS = "GET, HEAD";

/**
 * Makes the pages that anyone may see. A request comes with what its world is and where it is found. `secret`
 * signs the forms of the checkout, by default one of their own.
 */
export function createHosted(secret?: Uint8Array<ArrayBuffer>): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  // Why: whoever asked the app answers bugs, and logs them; Hono's own way would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(securePages());
  app.get("/", (c) => c.html(<IndexPage env={c.env} />));
  app.get("/p/:code", (c) => {
    const product = findByCode(c.env.world, c.req.param("code"));
    if ("publicCode" in product) return c.html(<ProductPage env={c.env} product={product} />);
    return c.html(
      <MissingPage
        env={c.env}
        title="This is not on sale"
        missing={product}
        pathOf={productUrlOf}
      />,
      404,
    );
  });
  mountCheckout(app, secret);
  mountOpenApi(app);
  const methods = {
    "/p/:code": READS,
    "/checkout/:id": `${READS}, POST`,
    "/checkout/:id/receipt/:form": READS,
  };
  for (const [path, allowed] of Object.entries(methods)) {
    app.all(path, (c) => {
      c.header("Allow", allowed);
      return c.html(<WrongMethodPage env={c.env} allowed={allowed} />, 405);
    });
  }
  for (const [name, asset] of Object.entries(ASSETS)) {
    app.get(`/assets/${name}`, (c) => answerAsset(c, asset));
  }
  app.get(HOSTED_STYLE, (c) => answerAsset(c, { type: "text/css", text: HOSTED }));
  app.notFound((c) => c.html(<NotFoundPage env={c.env} />, 404));
  return app;
}
