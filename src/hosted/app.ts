// The hosted address: what the document calls separate surfaces (§1.7). For now a plain index page.
import { Hono } from "hono";
import { type HostedEnv, indexPage, notFoundPage } from "./index-page.ts";

/** Makes the pages. A request comes with what its world is and where it is found. */
export function createHosted(): Hono<{ Bindings: HostedEnv }> {
  const app = new Hono<{ Bindings: HostedEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  app.use(async (c, next) => {
    await next();
    c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("X-Frame-Options", "DENY");
  });
  app.get("/", (c) => c.html(indexPage(c.env)));
  app.notFound((c) => c.html(notFoundPage(c.env), 404));
  return app;
}
