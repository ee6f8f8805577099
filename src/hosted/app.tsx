/** @jsxImportSource hono/jsx */
// The hosted address: what the document calls separate surfaces (§1.7), and the API's description for tools.
import { Hono } from "hono";
import { ASSETS, answerAsset } from "../page/assets.ts";
import type { PageEnv } from "../page/page-env.ts";
import { securePages } from "../page/secure-pages.ts";
import { IndexPage, NotFoundPage } from "./index-page.tsx";
import { mountOpenApi } from "./openapi.ts";

/** Makes the pages that anyone may see. A request comes with what its world is and where it is found. */
export function createHosted(): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  app.use(securePages());
  app.get("/", (c) => c.html(<IndexPage env={c.env} />));
  mountOpenApi(app);
  for (const [name, asset] of Object.entries(ASSETS)) {
    app.get(`/assets/${name}`, (c) => answerAsset(c, asset));
  }
  app.notFound((c) => c.html(<NotFoundPage env={c.env} />, 404));
  return app;
}
