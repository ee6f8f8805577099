/** @jsxImportSource hono/jsx */
// The dashboard shows a world to a developer. It reads the world, and changes it only through the control
// API.
import type { Context, MiddlewareHandler } from "hono";
import * as v from "valibot";
import { respondWithAsset } from "../layout/assets.ts";
import { ToolPage } from "../layout/page.tsx";
import { createPageApp, type PageApp } from "../layout/page-app.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { DASHBOARD_ASSETS } from "./assets.ts";
import { readChangeSignal } from "./change-signal.ts";
import { bodyOf, formatRequestAsCurl } from "./curl.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { PANELS } from "./panels/panels.ts";
import type { SandboxKnowledge, View } from "./view.ts";

export interface DashboardOptions extends SandboxKnowledge {
  /** Lets in who may use the control API, as the pages show keys. */
  readonly guard: MiddlewareHandler;
}

type PageContext = Context<{ Bindings: PageEnv }>;

// Why: whatever a person types is searched for; what they can't have meant is cut off.
const FindSchema = v.pipe(
  v.optional(v.string(), ""),
  v.transform((text) => text.trim().slice(0, 256).toLowerCase()),
);

/** Makes the dashboard, at `/dashboard` and below. */
export function createDashboard({ guard, ...knowledge }: DashboardOptions): PageApp {
  const app = createPageApp(guard);
  app.get("/dashboard", (c) => showPage(c, undefined));
  for (const name of Object.keys(PANELS)) app.get(`/dashboard/${name}`, (c) => showPage(c, name));
  app.get("/dashboard/pulse", (c) => c.json(readChangeSignal(viewOf(c, c.req.query("panel")))));
  app.get("/dashboard/requests/:id/curl", (c) => {
    const { world, baseUrl } = c.env;
    const exchange = world.journal.find(c.req.param("id"));
    const found = exchange !== undefined;
    const text = found
      ? formatRequestAsCurl(world, baseUrl, exchange)
      : "The request is forgotten by now.";
    return c.body(text, found ? 200 : 404, { "Content-Type": "text/plain; charset=UTF-8" });
  });
  app.get("/dashboard/requests/:id/body", (c) => {
    const { world } = c.env;
    const id = c.req.param("id");
    const exchange = world.journal.find(id);
    const body = exchange && bodyOf(world, exchange);
    if (body === undefined) return c.text(`The body of ${id} was not kept as a whole.`, 404);
    return c.body(body, 200, {
      "Content-Type": "application/octet-stream",
      "Content-Disposition": `attachment; filename="${exchange?.id}.body"`,
    });
  });
  app.get("/dashboard/:asset", (c, next) => {
    const asset = DASHBOARD_ASSETS.get(c.req.param("asset"));
    return asset === undefined ? next() : respondWithAsset(c, asset);
  });
  app.notFound((c) =>
    c.html(
      <ToolPage env={c.env} title="Not found" current="Dashboard">
        <h1>Not found</h1>
        <p>
          The dashboard has nothing at <code>{c.env.path}</code>.
        </p>
      </ToolPage>,
      404,
    ),
  );
  return app;

  function showPage(c: PageContext, panel: string | undefined): Response | Promise<Response> {
    return c.html(<DashboardPage view={viewOf(c, panel)} />);
  }

  function viewOf(c: PageContext, panel: string | undefined): View {
    return {
      ...c.env,
      ...knowledge,
      panel: panel !== undefined && Object.hasOwn(PANELS, panel) ? panel : undefined,
      find: v.parse(FindSchema, c.req.query("find")),
      now: c.env.world.clock.now(),
    };
  }
}
