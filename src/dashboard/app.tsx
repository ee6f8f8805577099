/** @jsxImportSource hono/jsx */
// The developer's window on a world: what a person would rather look at than read.
import { Hono, type MiddlewareHandler } from "hono";
import { ToolPage } from "../page/page.tsx";
import type { PageEnv } from "../page/page-env.ts";
import { securePages } from "../page/secure-pages.ts";

export interface DashboardOptions {
  /** Lets in who may use the control API, as the pages show keys. */
  readonly guard: MiddlewareHandler;
}

/** Makes the dashboard, at `/dashboard` and below. */
export function createDashboard({ guard }: DashboardOptions): Hono<{ Bindings: PageEnv }> {
  const app = new Hono<{ Bindings: PageEnv }>({
    getPath: (_request, options) => options?.env?.path ?? "/",
  });
  app.use(guard, securePages());
  app.get("/dashboard", (c) =>
    c.html(
      <ToolPage env={c.env} title="Dashboard" current="Dashboard">
        <h1>Dashboard</h1>
      </ToolPage>,
    ),
  );
  return app;
}
