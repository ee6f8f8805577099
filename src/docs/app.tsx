/** @jsxImportSource hono/jsx */
// The reference: what the API and the control API take and answer, rendered from their descriptions.
import { Hono, type MiddlewareHandler } from "hono";
import { ToolPage } from "../page/page.tsx";
import type { PageEnv } from "../page/page-env.ts";
import { securePages } from "../page/secure-pages.ts";

export interface DocsOptions {
  /** Lets in who may use the control API, as the pages show keys. */
  readonly guard: MiddlewareHandler;
}

/** Makes the reference, at `/docs` and below. */
export function createDocs({ guard }: DocsOptions): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  app.use(guard, securePages());
  app.get("/docs", (c) =>
    c.html(
      <ToolPage env={c.env} title="Docs" current="Docs">
        <h1>Docs</h1>
      </ToolPage>,
    ),
  );
  return app;
}
