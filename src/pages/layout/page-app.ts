// The headers that keep pages from being framed, sniffed, or made to run what is not theirs.
import type { MiddlewareHandler } from "hono";

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

/** Makes the middleware that sends them with every page. */
export function securePages(): MiddlewareHandler {
  return async function sendPageHeaders(c, next) {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
    // Why: what a page shows of a world is true for a moment.
    if (!c.res.headers.has("cache-control")) c.header("Cache-Control", "no-store");
  };
}
