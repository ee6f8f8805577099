// The journal of a world over HTTP: read, cleared, and followed as a stream of events.
import { type Context, Hono } from "hono";
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import type { Journal, RequestFilter } from "../world/journal.ts";
import type { World } from "../world/world.ts";
import { problem } from "./problem.ts";
import { streamRequests } from "./stream-requests.ts";

export interface RequestsOptions {
  findWorld(name: string): World | undefined;
}

const text = v.nullable(v.string());

/** A request as the journal answers it. */
export const JournalEntrySchema = v.strictObject({
  id: v.string(),
  time: v.pipe(v.string(), v.description("ISO 8601, on the world's clock.")),
  ms: v.pipe(v.nullable(v.number()), v.description("Null until it is answered, as is `status`.")),
  method: v.string(),
  path: v.pipe(v.string(), v.description("Without the world's prefix, with the query.")),
  endpoint: v.nullable(v.picklist(ENDPOINT_NAMES)),
  status: v.nullable(v.pipe(v.number(), v.integer())),
  key: v.pipe(text, v.description("Masked, as are all keys in an entry.")),
  merchant: text,
  why: v.pipe(text, v.description("Why it was refused, and the mend.")),
  hints: v.array(v.string()),
  request: v.strictObject({
    headers: v.record(v.string(), v.string()),
    body: v.pipe(text, v.description("Null where the API read none; cut at 4 KiB.")),
  }),
  response: v.strictObject({ body: text }),
});

const FilterSchema = v.strictObject({
  endpoint: v.exactOptional(v.picklist(ENDPOINT_NAMES, `must be one of ${list(ENDPOINT_NAMES)}`)),
  status: v.exactOptional(
    v.pipe(v.string(), v.regex(/^[1-5]\d\d$/, "must be a status, as 401"), v.transform(Number)),
  ),
  since: v.exactOptional(v.string()),
});

/**
 * Makes the app that is mounted at `/_sandbox/worlds/:world/requests`.
 *
 * @example
 * control.route("/_sandbox/worlds/:world/requests", createRequests({ findWorld: worlds.find }));
 */
export function createRequests({ findWorld }: RequestsOptions): Hono {
  const app = new Hono();

  app.get("/", (c) =>
    answer(c, (journal, filter) =>
      // Runtime: `Response.json` of Bun names a charset, that of Node does not.
      c.body(JSON.stringify(journal.list(filter)), 200, { "Content-Type": "application/json" }),
    ),
  );
  app.delete("/", (c) =>
    withJournal(c, (journal) => {
      journal.clear();
      return c.body(null, 204);
    }),
  );
  app.get("/stream", (c) =>
    answer(c, (journal, filter) => {
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      // Why: of an answer to a HEAD nobody would end the stream.
      if (c.req.raw.method === "HEAD") return c.body(null, 200, headers);
      // Why: a browser that connects again asks the same address, and tells there how far it came.
      const since = c.req.header("last-event-id") || filter.since;
      const body = streamRequests(journal, { ...filter, since });
      return new Response(body, { headers });
    }),
  );
  app.all("/", (c) => refuseMethod(c, "GET, HEAD, DELETE"));
  app.all("/stream", (c) => refuseMethod(c, "GET, HEAD"));
  return app;

  function answer(
    c: Context,
    read: (journal: Journal, filter: RequestFilter) => Response,
  ): Response {
    return withJournal(c, (journal) => {
      const filter = v.safeParse(FilterSchema, c.req.query());
      return filter.success ? read(journal, filter.output) : refuseFilter(filter.issues);
    });
  }

  function withJournal(c: Context, read: (journal: Journal) => Response): Response {
    const name = c.req.param("world") ?? "";
    const world = findWorld(name);
    if (world !== undefined) return read(world.journal);
    const detail = `There is no world called ${JSON.stringify(name)}. Make it, or mind the name.`;
    return problem(404, detail);
  }
}

function refuseFilter(issues: readonly v.BaseIssue<unknown>[]): Response {
  const errors = issues.map((issue) => ({
    path: v.getDotPath(issue) ?? "",
    message: issue.type === "strict_object" ? "there is no such filter" : issue.message,
  }));
  const known = list(Object.keys(FilterSchema.entries));
  return problem(400, `the query is not one of filters; mend what \`errors\` lists: ${known}`, {
    errors,
  });
}

function refuseMethod(c: Context, allowed: string): Response {
  return problem(405, `this path answers ${allowed}, not ${c.req.method}`, {
    headers: { Allow: allowed },
  });
}

function list(names: readonly string[]): string {
  return names.join(", ");
}
