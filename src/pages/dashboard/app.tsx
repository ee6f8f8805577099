/** @jsxImportSource hono/jsx */
// The developer's window on a world: what a person would rather look at than read. It reads the world, and
// changes it through the control API alone.
import { type Context, Hono, type MiddlewareHandler } from "hono";
import * as v from "valibot";
import { respondWithAsset } from "../layout/assets.ts";
import { ToolPage } from "../layout/page.tsx";
import { securePages } from "../layout/page-app.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { PANEL_NAMES, type SandboxKnowledge, type View } from "./view.ts";

export interface DashboardOptions extends SandboxKnowledge {
  /** Lets in who may use the control API, as the pages show keys. */
  readonly guard: MiddlewareHandler;
}

type Dashboard = Hono<{ Bindings: PageEnv }>;
type PageContext = Context<{ Bindings: PageEnv }>;

// Why: whatever a person types is searched for; what they can't have meant is cut off.
const FindSchema = v.pipe(
  v.optional(v.string(), ""),
  v.transform((text) => text.trim().slice(0, 256).toLowerCase()),
);
const PanelSchema = v.fallback(v.optional(v.picklist(PANEL_NAMES)), undefined);

/** Makes the dashboard, at `/dashboard` and below. */
export function createDashboard({ guard, ...knowledge }: DashboardOptions): Dashboard {
  const app: Dashboard = new Hono({ getPath: (_request, options) => options?.env?.path ?? "/" });
  // Why: whoever asked the app answers bugs, and logs them; Hono's own way would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(guard, securePages());

  app.get("/dashboard", (c) => showPage(c, undefined));
  for (const name of PANEL_NAMES) app.get(`/dashboard/${name}`, (c) => showPage(c, name));
  app.get("/dashboard/pulse", async (c) => {
    const { readChangeSignal } = await import("./change-signal.ts");
    return c.json(readChangeSignal(viewOf(c, c.req.query("panel"))));
  });
  app.get("/dashboard/requests/:id/curl", async (c) => {
    const { formatRequestAsCurl } = await import("./curl.ts");
    const { world, baseUrl } = c.env;
    const exchange = world.journal.find(c.req.param("id"));
    const found = exchange !== undefined;
    const text = found
      ? formatRequestAsCurl(world, baseUrl, exchange)
      : "The request is forgotten by now.";
    return c.body(text, found ? 200 : 404, { "Content-Type": "text/plain; charset=UTF-8" });
  });
  app.get("/dashboard/:asset", async (c, next) => {
    const { DASHBOARD_ASSETS } = await import("./assets.ts");
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

  async function showPage(c: PageContext, panel: string | undefined): Promise<Response> {
    // Why: most runs of a sandbox show no page, and must not wait for it.
    const { DashboardPage } = await import("./dashboard-page.tsx");
    return c.html(<DashboardPage view={viewOf(c, panel)} />);
  }

  function viewOf(c: PageContext, panel: string | undefined): View {
    return {
      ...c.env,
      ...knowledge,
      panel: v.parse(PanelSchema, panel),
      find: v.parse(FindSchema, c.req.query("find")),
      now: c.env.world.clock.now(),
    };
  }
}
