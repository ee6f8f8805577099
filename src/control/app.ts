// The control API under /_sandbox on the hosted listener: JSON for tests, tools and health checks.
import { Hono } from "hono";
import type { ControlDocument } from "../contract/openapi/control-document.ts";
import type { World } from "../world/world.ts";
import { createGuard, type GuardEnv, type GuardOptions } from "./guard.ts";
import { sendControlHeaders } from "./headers.ts";
import { describeControl, describePath, namesIn } from "./openapi.ts";
import type { Operation, Remote } from "./operation.ts";
import { OPERATIONS, SANDBOX_CALLS, stopOperation } from "./operations.ts";
import { problem } from "./problem.ts";
import type { ResponseOf } from "./responses.ts";
import { mountOperations, rejectMethod } from "./routes.ts";

export interface ControlOptions {
  readonly access: GuardOptions;
  readonly version: string;
  /** Milliseconds since the start. */
  readonly uptime: () => number;
  readonly worldCount: () => number;
  readonly seeds: () => ResponseOf<"Health">["seeds"];
  readonly remote: Remote;
  /** Serves the Model Context Protocol at `/mcp`. Left out if nothing does. */
  readonly agents?: ((call: AgentsRequest) => Promise<Response>) | undefined;
  /** Ends the program. Left out if callers may not. */
  readonly stop?: (() => void) | undefined;
}

/** A request of an agent who may use the control API. */
export interface AgentsRequest extends ControlEnv {
  readonly request: Request;
}

/** Facts about a request that are not in the request. */
export interface ControlEnv extends GuardEnv {
  /** Its path without the world's prefix. */
  readonly path: string;
  /** The name of the world in its path, or that of the default world. */
  readonly world: string;
}

export interface Control {
  fetch(request: Request, env: ControlEnv): Response | Promise<Response>;
  /** Describes it, with examples of a world. */
  describe(world: World): ControlDocument;
}

/** Makes the control API. */
export function createControl({
  access,
  version,
  uptime,
  worldCount,
  seeds,
  remote,
  agents,
  stop,
}: ControlOptions): Control {
  const [index, health, description] = SANDBOX_CALLS;
  const own: readonly Operation[] = [
    { ...index, run: listCalls },
    {
      ...health,
      run: (): ResponseOf<"Health"> => ({
        status: "ok",
        version,
        uptimeMs: Math.round(uptime()),
        worlds: worldCount(),
        seeds: seeds(),
      }),
    },
    { ...description, run: () => describe(remote.worlds.default) },
    ...(stop === undefined ? [] : [stopOperation(stop)]),
  ];
  const app = new Hono<{ Bindings: ControlEnv }>({
    // Why: people also type the address of the index with a slash at its end.
    getPath: (_request, options) => {
      const { path = "/" } = options?.env ?? {};
      return path === "/_sandbox/" ? "/_sandbox" : path;
    },
  });
  // Why: the caller of the app handles and logs bugs; Hono would print them.
  app.onError((error) => {
    throw error;
  });
  app.use(sendControlHeaders, createGuard(access));
  mountOperations(app, [...own, ...OPERATIONS], remote);
  if (agents) {
    app.post("/mcp", (c) => agents({ request: c.req.raw, ...c.env }));
    app.all("/mcp", (c) => rejectMethod(c.req.method, ["POST"]));
  }
  app.notFound((c) => problem(404, `No call at ${c.env.path}. GET /_sandbox lists all calls.`));
  return { fetch: (request, env) => app.fetch(request, env), describe };

  function listCalls(): ResponseOf<"Index"> {
    const { baseUrl, hostedUrl } = remote.addressesOf(remote.worlds.default);
    const calls = [...own, ...OPERATIONS].map((operation) => {
      const { method, summary } = operation;
      return { method: method.toUpperCase(), path: describePath(operation), summary };
    });
    return {
      name: "merchant-sandbox",
      version,
      baseUrl,
      dashboard: `${hostedUrl}/dashboard`,
      docs: `${hostedUrl}/docs/control`,
      openapi: `${hostedUrl}/_sandbox/openapi.json`,
      calls,
    };
  }

  function describe(world: World): ControlDocument {
    const { hostedUrl } = remote.addressesOf(remote.worlds.default);
    const names = namesIn(world, remote.scenarios());
    const secured = access.token !== undefined;
    return describeControl({ version, hostedUrl, secured, names, calls: own });
  }
}
