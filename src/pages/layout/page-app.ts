// The base of shop, dashboard and docs: a Hono app that knows its world, and headers that prevent framing, sniffing
// and scripts of other sites.
import { Hono, type MiddlewareHandler } from "hono";
import type { PageEnv } from "./page-env.ts";

export type PageApp = Hono<{ Bindings: PageEnv }>;

const HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
    ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** Creates an app for pages. The middleware `before` runs first. */
export function createPageApp(...before: readonly MiddlewareHandler[]): PageApp {
  const app: PageApp = new Hono({ getPath: (_request, options) => options?.env?.path ?? "/" });
  // Why: the sandbox responds to bugs and logs them; Hono would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(sendPageHeaders, ...before);
  return app;
}

const sendPageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  // Why: the state of a world changes at any time.
  if (!c.res.headers.has("cache-control")) c.header("Cache-Control", "no-store");
};
