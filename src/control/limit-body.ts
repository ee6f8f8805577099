// How long a body may be: one that does not tell its length is read here, and no further than that.
import type { Context, Next } from "hono";
import { readBody } from "../world/read-body.ts";
import { problem } from "./problem.ts";

/** Makes the middleware that answers with `refuse` where a body is longer than `most` bytes. */
export function limitBody(most: number, refuse: () => Response) {
  return async function limitBody(c: Context, next: Next): Promise<Response | undefined> {
    const { method, url, headers, body } = c.req.raw;
    if (body !== null) {
      const bytes = await readBody(c.req.raw, most).catch(() => "broken off");
      if (typeof bytes === "string") return problem(400, "the body broke off; send all of it");
      if (bytes === undefined) return refuse();
      // Runtime: Node has a body for each write, be it empty; Hono's own limit fails where it is.
      c.req.raw = new Request(url, { method, headers, body: bytes.length > 0 ? bytes : null });
    }
    await next();
    return undefined;
  };
}
