// The base of shop, dashboard and docs: a Hono app that knows its world, its assets, and headers that prevent framing,
// sniffing and scripts of other sites.
import { Hono, type MiddlewareHandler } from "hono";
import type { Assets } from "./assets.ts";
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

const TYPES: Readonly<Record<string, string>> = {
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

/** Creates an app for pages, with the assets that they load. The middleware `before` runs first. */
export function createPageApp(assets: Assets, before: MiddlewareHandler): PageApp {
  const app: PageApp = new Hono({ getPath: (_request, options) => options?.env?.path ?? "/" });
  // Why: the sandbox responds to bugs and logs them; Hono would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(sendPageHeaders, before);
  for (const [path, text] of Object.entries(assets)) {
    const headers = {
      "Content-Type": `${TYPES[path.slice(path.lastIndexOf(".") + 1)]}; charset=utf-8`,
      // Why: another version of the sandbox may run at the same address later.
      "Cache-Control": "no-cache",
    };
    app.get(path, (c) => c.body(withoutComments(text), 200, headers));
  }
  return app;
}

// Why: comments are for readers of the source, and a fifth of what a page loads.
const withoutComments = (text: string) =>
  text.replace(/^ *\/\*(?:[^*]|\*(?!\/))*\*\/\n|^ *\/\/.*\n|^ +/gm, "");

const sendPageHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  // Why: the state of a world changes at any time.
  if (!c.res.headers.has("cache-control")) c.header("Cache-Control", "no-store");
};
