// The tester's remote, under /_sandbox on the hosted listener: JSON for tools and health checks.
import { Hono } from "hono";

/** What is known of the seeds that are being served. */
export interface SeedsState {
  /** 1 for the first load, one more with each that replaces it. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly loadedAt: string;
  /** The diagnostics of the last load, where it failed and the one before is still served. */
  readonly lastError: string | null;
}

export interface ControlOptions {
  readonly version: string;
  /** Milliseconds since the start. */
  readonly uptime: () => number;
  readonly worldCount: () => number;
  readonly seeds: () => SeedsState;
}

/** A request to the control API comes with its path behind the world's prefix. */
export interface ControlEnv {
  readonly path: string;
}

type Control = Hono<{ Bindings: ControlEnv }>;

/** Makes the control API. */
export function createControl({ version, uptime, worldCount, seeds }: ControlOptions): Control {
  const app: Control = new Hono({ getPath: (_request, options) => options?.env?.path ?? "/" });
  app.get("/_sandbox/health", (c) =>
    c.json({
      status: "ok",
      version,
      uptimeMs: Math.round(uptime()),
      worlds: worldCount(),
      seeds: seeds(),
    }),
  );
  app.all("/_sandbox/health", (c) =>
    problem(405, "Method Not Allowed", `health answers GET and HEAD, not ${c.req.method}`, {
      Allow: "GET, HEAD",
    }),
  );
  app.notFound((c) => problem(404, "Not Found", `nothing answers at ${c.env.path}`));
  return app;
}

/** Answers an error as RFC 9457 has it. */
function problem(
  status: number,
  title: string,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  const body = JSON.stringify({ type: "about:blank", title, status, detail });
  return new Response(body, {
    status,
    headers: { "Content-Type": "application/problem+json", ...headers },
  });
}
