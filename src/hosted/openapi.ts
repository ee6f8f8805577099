// The description of the API for tools, with the address of the world that is asked.
import type { Hono } from "hono";
import type { PageEnv } from "../page/page-env.ts";

const FORMATS = [
  ["json", "application/json"],
  ["yaml", "application/yaml"],
] as const;

/** Mounts the description as `/openapi.json` and `/openapi.yaml`. */
export function mountOpenApi(app: Hono<{ Bindings: PageEnv }>): void {
  for (const [format, mediaType] of FORMATS) {
    const path = `/openapi.${format}`;
    app.get(path, async ({ env, body }) => {
      // Why: what it takes is long to load, and few ask.
      const { formatOpenApi } = await import("../contract/format-openapi.ts");
      const text = await formatOpenApi(format, { baseUrl: env.baseUrl });
      return body(text, 200, { "Content-Type": mediaType });
    });
    app.all(path, ({ req, text }) =>
      text(`${path} answers GET and HEAD, not ${req.method}\n`, 405, { Allow: "GET, HEAD" }),
    );
  }
}
