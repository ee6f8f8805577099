/** @jsxImportSource hono/jsx */
// The docs: references of the API and the control API, generated from their descriptions, forms to try the API, and
// the guide.
import type { MiddlewareHandler } from "hono";
import type { ControlDocument } from "../../contract/openapi/control-document.ts";
import { createApiDocument } from "../../contract/openapi/openapi.ts";
import type { World } from "../../world/world.ts";
import { respondWithAsset } from "../layout/assets.ts";
import { ToolPage } from "../layout/page.tsx";
import { createPageApp, type PageApp } from "../layout/page-app.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { ApiPage } from "./api-page.tsx";
import { DOCS_ASSETS } from "./assets.ts";
import { ControlPage } from "./control-page.tsx";
import type { Preview } from "./examples.ts";
import { readTry, type SendRequest, tryOut } from "./try/try.ts";
import { InvalidFormPage, TryPage } from "./try/try-page.tsx";

export interface DocsOptions {
  /** Allows only callers who may use the control API, because the pages show keys. It also rejects forms of other sites. */
  readonly guard: MiddlewareHandler;
  /** The API. */
  readonly fetch: SendRequest;
  readonly preview: Preview;
  /** Describes the control API, with examples from a world. */
  readonly describeControl: (world: World) => ControlDocument;
}

/** Creates the app for `/docs` and the paths below it. */
export function createDocs({ guard, fetch, preview, describeControl }: DocsOptions): PageApp {
  const app = createPageApp(guard);
  app.get("/docs", (c) => {
    const document = createApiDocument({ baseUrl: c.env.baseUrl });
    return c.html(<ApiPage env={c.env} document={document} preview={preview} />);
  });
  app.get("/docs/control", (c) =>
    c.html(<ControlPage env={c.env} document={describeControl(c.env.world)} />),
  );
  app.get("/docs/guide/:name?", async (c, next) => {
    const { findGuide, GuidePage } = await import("./guides/guide-page.tsx");
    const guide = findGuide(c.req.param("name") ?? "readme");
    return guide ? c.html(<GuidePage env={c.env} guide={guide} />) : next();
  });
  app.post("/docs/try", async (c) => {
    const values = readTry(await c.req.parseBody());
    if (values === undefined) return c.html(<InvalidFormPage env={c.env} />, 400);
    const outcome = await tryOut(c.env, values, fetch);
    return c.html(<TryPage env={c.env} values={values} outcome={outcome} />);
  });
  app.get("/docs/try", (c) => c.redirect(`${c.env.root}/docs`));
  app.get("/docs/:asset", (c, next) => {
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
      No page at <code>{env.path}</code>. <a href={`${env.root}/docs`}>Go to the docs</a>
    </p>
  </ToolPage>
);
