/** @jsxImportSource hono/jsx */
// The dashboard shows a world to a developer. It reads the world, and changes it only through the control
// API.
import type { Context, MiddlewareHandler } from "hono";
import * as v from "valibot";
import type { Exchange } from "../../world/journal/exchange.ts";
import { entryOf } from "../../world/journal/record.ts";
import { NoPage } from "../layout/page.tsx";
import { createPageApp, type PageApp } from "../layout/page-app.ts";
import type { PageEnv } from "../layout/page-env.ts";
import { DASHBOARD_ASSETS } from "./assets.ts";
import { readChangeSignal } from "./change-signal.ts";
import { bodyOf } from "./copy-as.ts";
import { DashboardPage } from "./dashboard-page.tsx";
import { PANELS } from "./panels/panels.ts";
import { ROWS, type SandboxKnowledge, SHOWN, type View } from "./view.ts";

export interface DashboardOptions extends SandboxKnowledge {
  /** Lets in who may use the control API, as the pages show keys. */
  readonly guard: MiddlewareHandler;
}

type PageContext = Context<{ Bindings: PageEnv }>;

// Why: whatever a person types is searched for; what they can't have meant is cut off.
const TextSchema = v.pipe(
  v.fallback(v.string(), ""),
  v.transform((text) => text.trim().slice(0, 256)),
);

// Contract: no journal keeps more requests.
const MOST_ROWS = 1_000;

const CountSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}$/),
  v.transform(Number),
  v.minValue(1),
  v.maxValue(MOST_ROWS),
);

const QuerySchema = v.object({
  find: v.pipe(
    TextSchema,
    v.transform((text) => text.toLowerCase()),
  ),
  q: TextSchema,
  with: TextSchema,
  all: v.pipe(
    TextSchema,
    v.transform((text) => text !== ""),
  ),
  rows: v.fallback(CountSchema, ROWS),
  show: v.fallback(CountSchema, SHOWN),
});

// Why: proxies cut a response that takes longer, and the clock and the chart go on without requests.
const WAIT_MS = 2_000;

/** Makes the dashboard, at `/dashboard` and below. */
export function createDashboard({ guard, ...knowledge }: DashboardOptions): PageApp {
  const app = createPageApp(DASHBOARD_ASSETS, guard);
  app.get("/dashboard", (c) => showPage(c, undefined));
  for (const name of Object.keys(PANELS)) app.get(`/dashboard/${name}`, (c) => showPage(c, name));
  app.get("/dashboard/requests/:id", (c, next) => {
    const exchange = c.env.world.journal.find(c.req.param("id"));
    return exchange === undefined ? next() : showPage(c, undefined, exchange);
  });
  app.get("/dashboard/pulse", async (c) => {
    const { panel = "", seen } = c.req.query();
    const { journal } = c.env.world;
    if (seen !== undefined) await journal.changed(seen, WAIT_MS);
    const exchange = journal.find(panel.replace(/^requests\//, ""));
    return c.json(await readChangeSignal(viewOf(c, panel, exchange)));
  });
  app.get("/dashboard/requests/:id/body", (c) => {
    const { world } = c.env;
    const id = c.req.param("id");
    const exchange = world.journal.find(id);
    const body = exchange && bodyOf(world, exchange);
    if (body === undefined) return c.text(`The body of ${id} was not kept as a whole.`, 404);
    return respondWithFile(c, `${id}.body`, body);
  });
  app.get("/dashboard/requests/:id/response", (c) => {
    const { world } = c.env;
    const exchange = world.journal.find(c.req.param("id"));
    if (exchange === undefined) return c.notFound();
    const { id, response } = entryOf(exchange, world.mask);
    const extension = /json/.test(response.headers["content-type"] ?? "") ? "json" : "txt";
    return respondWithFile(c, `${id}.${extension}`, response.body ?? "");
  });
  app.notFound((c) => c.html(<NoPage env={c.env} current="Dashboard" />, 404));
  return app;

  function showPage(c: PageContext, panel: string | undefined, exchange?: Exchange) {
    return c.html(<DashboardPage view={viewOf(c, panel, exchange)} />);
  }

  function viewOf(c: PageContext, panel: string | undefined, exchange?: Exchange): View {
    return {
      ...c.env,
      ...knowledge,
      panel: panel !== undefined && Object.hasOwn(PANELS, panel) ? panel : undefined,
      exchange,
      ...v.parse(QuerySchema, c.req.query()),
      now: c.env.world.clock.now(),
    };
  }
}

const respondWithFile = (c: Context, name: string, text: string) =>
  c.body(text, 200, {
    "Content-Type": "application/octet-stream",
    "Content-Disposition": `attachment; filename="${name}"`,
  });
