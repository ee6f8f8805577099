// The description of the API for tools, with the address of the world that is asked.
import type { Hono } from "hono";
import type { PageEnv } from "../layout/page-env.ts";

const FORMATS = [
  ["json", "application/json"],
  ["yaml", "application/yaml"],
] as const;

const encoder = new TextEncoder();

/** Mounts the description as `/openapi.json` and `/openapi.yaml`. */
export function mountOpenApi(app: Hono<{ Bindings: PageEnv }>): void {
  for (const [format, mediaType] of FORMATS) {
    const path = `/openapi.${format}`;
    app.get(path, async ({ env, body }) => {
      // Why: what it takes is long to load, and few ask.
      const { formatOpenApi } = await import("../../contract/openapi/openapi.ts");
      const bytes = encoder.encode(await formatOpenApi(format, { baseUrl: env.baseUrl }));
      // Why: Hono takes the body from the answer to a HEAD, and its length with it.
      const length = { "Content-Length": `${bytes.length}` };
      return body(bytes, 200, { "Content-Type": mediaType, ...length });
    });
    app.all(path, ({ req, text }) =>
      text(`${path} answers GET and HEAD, not ${req.method}\n`, 405, { Allow: "GET, HEAD" }),
    );
  }
}
