// The headers of everything that the control API responds with: it holds keys, and changes at any time.
import type { MiddlewareHandler } from "hono";

/** Keeps responses out of caches, and browsers from guessing another type. */
export const sendControlHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
};
