/** @jsxImportSource hono/jsx */
// The hosted pages: the pages for shoppers (§1.7), and the OpenAPI description of the API.

import { productUrlOf } from "../../contract/endpoints/checkout-links.ts";
import { formatOpenApi } from "../../contract/openapi/openapi.ts";
import type { HostChecks } from "../../shared/hosts.ts";
import { ASSETS } from "../layout/assets.ts";
import { createPageApp, type PageApp } from "../layout/page-app.ts";
import { type CheckoutOptions, mountCheckout } from "./checkout.tsx";
import { findByCode } from "./find-product.ts";
import HOSTED from "./hosted.css" with { type: "text" };
import { IndexPage } from "./index-page.tsx";
import { MissingPage, NotFoundPage, UnknownHostPage, WrongMethodPage } from "./missing-page.tsx";
import { ProductPage } from "./product-page.tsx";
import { HOSTED_STYLE } from "./shop-page.tsx";

const READS = "GET, HEAD";

type HostedOptions = Pick<HostChecks, "isSentHere"> & CheckoutOptions;

/** Creates the app for the pages that anyone may see. Each request brings its world in its environment. */
export function createHosted(options: HostedOptions): PageApp {
  const { isSentHere, maySeeKeys } = options;
  const app = createPageApp({ ...ASSETS, [HOSTED_STYLE]: HOSTED }, async (c, next) => {
    if (isSentHere(c.req.raw)) return next();
    return c.html(<UnknownHostPage env={c.env} host={c.req.header("host") ?? ""} />, 421);
  });
  app.get("/", async (c) =>
    c.html(<IndexPage env={c.env} showsKeys={await maySeeKeys(c.req.raw, c.env)} />),
  );
  app.get("/p/:code", (c) => {
    const product = findByCode(c.env.world, c.req.param("code"));
    if ("publicCode" in product) return c.html(<ProductPage env={c.env} product={product} />);
    return c.html(
      <MissingPage
        env={c.env}
        title="This product is not available"
        missing={product}
        pathOf={productUrlOf}
      />,
      404,
    );
  });
  mountCheckout(app, options);
  mountOpenApi(app);
  app.get("/llms.txt", async (c) => {
    const { formatLlms } = await import("../docs/guides/llms.ts");
    return c.text(formatLlms(c.env), 200, { "Content-Type": "text/plain; charset=utf-8" });
  });
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
  app.notFound((c) => c.html(<NotFoundPage env={c.env} />, 404));
  return app;
}

const FORMATS = [
  ["json", "application/json"],
  ["yaml", "application/yaml"],
] as const;

const encoder = new TextEncoder();

/** Serves the OpenAPI description with the world's base URL at `/openapi.json` and `/openapi.yaml`. */
function mountOpenApi(app: PageApp): void {
  for (const [format, mediaType] of FORMATS) {
    const path = `/openapi.${format}`;
    app.get(path, async ({ env, body }) => {
      const bytes = encoder.encode(await formatOpenApi(format, { baseUrl: env.baseUrl }));
      // Why: Hono removes the body of a response to HEAD, and the length with it.
      const length = { "Content-Length": `${bytes.length}` };
      return body(bytes, 200, { "Content-Type": mediaType, ...length });
    });
    app.all(path, ({ req, text }) =>
      text(`${path} supports only GET and HEAD, not ${req.method}.\n`, 405, { Allow: "GET, HEAD" }),
    );
  }
}
