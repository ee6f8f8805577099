/** @jsxImportSource hono/jsx */
// The reference: what the API and the control API take and answer, rendered from their descriptions, and a
// form that tries the API out.
import { Hono, type MiddlewareHandler } from "hono";
import type { ControlDocument } from "../../contract/openapi/control-document.ts";
import type { World } from "../../world/world.ts";
import { respondWithAsset } from "../layout/assets.ts";
import { ToolPage } from "../layout/page.tsx";
import { securePages } from "../layout/page-app.ts";
import type { PageEnv } from "../layout/page-env.ts";
import type { Ask } from "./try/try.ts";

export interface DocsOptions {
  /** Lets in who may use the control API, as the pages show keys; and of forms their own. */
  readonly guard: MiddlewareHandler;
  readonly ask: Ask;
  /** Describes the control API, with examples of a world. */
  readonly describeControl: (world: World) => ControlDocument;
}

/** Makes the reference, at `/docs` and below. */
export function createDocs({
  guard,
  ask,
  describeControl,
}: DocsOptions): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  // Why: whoever asked the app answers bugs, and logs them; Hono's own way would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(guard, securePages());
  // Why: pages and the converter behind them take long to load, and few read.
  app.get("/docs", async (c) => {
    const [{ ApiPage }, { createApiDocument }] = await Promise.all([
      import("./api-page.tsx"),
      import("../../contract/openapi/openapi.ts"),
    ]);
    const document = createApiDocument({ baseUrl: c.env.baseUrl });
    return c.html(<ApiPage env={c.env} document={document} />);
  });
  app.get("/docs/control", async (c) => {
    const { ControlPage } = await import("./control-page.tsx");
    const document = describeControl(c.env.world);
    return c.html(<ControlPage env={c.env} document={document} />);
  });
  app.post("/docs/try", async (c) => {
    const [{ readTry, tryOut }, { TryPage, UnreadablePage }] = await Promise.all([
      import("./try/try.ts"),
      import("./try/try-page.tsx"),
    ]);
    const wanted = readTry(await c.req.parseBody());
    if (wanted === undefined) return c.html(<UnreadablePage env={c.env} />, 400);
    const outcome = await tryOut(c.env, wanted, ask);
    return c.html(<TryPage env={c.env} wanted={wanted} outcome={outcome} />);
  });
  app.get("/docs/try", (c) => c.redirect(`${c.env.root}/docs`));
  app.get("/docs/:asset", async (c, next) => {
    const { DOCS_ASSETS } = await import("./assets.ts");
    const asset = DOCS_ASSETS[c.req.path];
    return asset ? respondWithAsset(c, asset) : next();
  });
  app.notFound((c) => c.html(<NotFoundPage env={c.env} />, 404));
  return app;
}

const NotFoundPage = ({ env }: { readonly env: PageEnv }) => (
  <ToolPage env={env} title="Not found" current="Docs">
    <h1>Not found</h1>
    <p>
      Nothing answers at <code>{env.path}</code>. <a href={`${env.root}/docs`}>To the docs</a>
    </p>
  </ToolPage>
);
