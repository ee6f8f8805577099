/** @jsxImportSource hono/jsx */
// The docs: references of the API and the control API, generated from their descriptions, forms to try the API, and
// the guide.
import type { MiddlewareHandler } from "hono";
import { ENDPOINTS } from "../../contract/endpoints.ts";
import type { ControlDocument } from "../../contract/openapi/control-document.ts";
import { createApiDocument } from "../../contract/openapi/openapi.ts";
import type { World } from "../../world/world.ts";
import { NoPage } from "../layout/page.tsx";
import { createPageApp, type PageApp } from "../layout/page-app.ts";
import { ApiPage } from "./api-page.tsx";
import { DOCS_ASSETS } from "./assets.ts";
import { ControlPage, GroupPage, listGroups, pathOfCall, SchemasPage } from "./control-page.tsx";
import { ErrorsPage } from "./errors/errors-page.tsx";
import type { Preview } from "./examples.ts";
import { chooseLanguage } from "./language.ts";
import { type Scratch, takeSamples } from "./samples.ts";
import { readCause, readTry, requestOfForm, type SendRequest, tryOut } from "./try/try.ts";
import { readCall, tryCall } from "./try/try-call.ts";
import { TryCallForm } from "./try/try-call-form.tsx";
import { Products, TryForm } from "./try/try-form.tsx";
import { InvalidFormPage, TryPage } from "./try/try-page.tsx";

export interface DocsOptions {
  /** Allows only callers who may use the control API, because the pages show keys. It also rejects forms of other sites. */
  readonly guard: MiddlewareHandler;
  /** The API. */
  readonly fetch: SendRequest;
  /** The control API. */
  readonly fetchHosted: SendRequest;
  readonly preview: Preview;
  /** Creates a sandbox with the same seeds, to take samples from. */
  readonly createScratch: () => Scratch;
  /** Describes the control API, with examples from a world. */
  readonly describeControl: (world: World) => ControlDocument;
}

/** Creates the app for `/docs` and the paths below it. */
export function createDocs(options: DocsOptions): PageApp {
  const { guard, fetch, fetchHosted, preview, describeControl, createScratch } = options;
  const app = createPageApp(DOCS_ASSETS, guard);
  app.get("/docs", (c) => {
    const document = createApiDocument({ baseUrl: c.env.baseUrl });
    const language = chooseLanguage(c);
    return c.html(
      <ApiPage env={c.env} document={document} preview={preview} language={language} />,
    );
  });
  app.get("/docs/errors", (c) => c.html(<ErrorsPage env={c.env} />));
  app.get("/docs/control", (c) =>
    c.html(<ControlPage env={c.env} document={describeControl(c.env.world)} />),
  );
  app.get("/docs/control/schemas", (c) =>
    c.html(<SchemasPage env={c.env} document={describeControl(c.env.world)} />),
  );
  app.get("/docs/control/:group", async (c, next) => {
    const { env } = c;
    const document = describeControl(env.world);
    const group = listGroups(document).find(({ id }) => id === c.req.param("group"));
    if (group === undefined) return next();
    const samples = await takeSamples(env.world, group.calls, createScratch());
    const page = { env, document, group, samples, language: chooseLanguage(c) };
    return c.html(<GroupPage {...page} />);
  });
  app.get("/docs/search", async (c) => {
    const { SearchPage } = await import("./search/search-page.tsx");
    const document = describeControl(c.env.world);
    return c.html(<SearchPage env={c.env} document={document} query={c.req.query("q") ?? ""} />);
  });
  app.get("/docs/guide/:name?", async (c, next) => {
    const { findGuide, GuidePage } = await import("./guides/guide-page.tsx");
    const name = c.req.param("name") ?? "readme";
    const text = findGuide(name.replace(/\.md$/, ""))?.markdown;
    if (text !== undefined && name.endsWith(".md")) {
      return c.body(text, 200, { "Content-Type": "text/markdown; charset=utf-8" });
    }
    const guide = findGuide(name);
    return guide ? c.html(<GuidePage env={c.env} guide={guide} />) : next();
  });
  app.post("/docs/try", async (c) => {
    const { env } = c;
    const form = await c.req.parseBody();
    const page = { env, language: chooseLanguage(c) };
    const values = readTry(form);
    if (values !== undefined) {
      const { endpoint } = values;
      const outcome = await tryOut(env, requestOfForm(values), fetch);
      return c.html(
        <TryPage {...page} name={endpoint} back={`/docs#${endpoint}`} outcome={outcome}>
          <TryForm env={env} endpoint={ENDPOINTS[endpoint]} values={values} />
          {ENDPOINTS[endpoint].method === "POST" && <Products world={env.world} />}
        </TryPage>,
      );
    }
    const cause = readCause(form, env);
    if (cause !== undefined) {
      const outcome = await tryOut(env, cause.request, fetch);
      const back = `/docs/errors#${cause.id}`;
      return c.html(<TryPage {...page} name={cause.title} back={back} outcome={outcome} />);
    }
    const document = describeControl(env.world);
    const tried = readCall(form, document);
    if (tried === undefined) return c.html(<InvalidFormPage env={env} />, 400);
    const { operationId } = tried.call;
    const outcome = await tryCall(tried, document.servers[0].url, c.req.raw, fetchHosted);
    return c.html(
      <TryPage {...page} name={operationId} back={pathOfCall(tried.call)} outcome={outcome}>
        <TryCallForm root={env.root} {...tried} />
      </TryPage>,
    );
  });
  app.get("/docs/try", (c) => c.redirect(`${c.env.root}/docs`));
  app.notFound((c) => c.html(<NoPage env={c.env} current="Docs" />, 404));
  return app;
}
