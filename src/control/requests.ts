// The journal of a world: read, cleared, and followed as a stream of events.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import type { RequestFilter } from "../world/journal.ts";
import { reading } from "./operation.ts";
import { streamRequests } from "./stream-requests.ts";

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
  endpoint: v.exactOptional(
    v.pipe(
      v.picklist(ENDPOINT_NAMES, `one of ${ENDPOINT_NAMES.join(", ")}`),
      v.description("Requests to this endpoint alone."),
    ),
  ),
  status: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[1-5]\d\d$/, "a status, as 401"),
      v.description("Requests that were answered so."),
    ),
  ),
  since: v.exactOptional(
    v.pipe(v.string(), v.description("Requests after the one of this id; all if it is gone.")),
  ),
});

export const REQUEST_OPERATIONS = [
  reading({
    method: "get",
    path: "/worlds/:world/requests",
    summary: "The last 1 000 requests to the API of a world, the newest last",
    query: FilterSchema,
    success: 200,
    response: v.array(JournalEntrySchema),
    run: ({ world, query }) => world().journal.list(filterOf(query)),
  }),
  reading({
    method: "delete",
    path: "/worlds/:world/requests",
    summary: "Forget the requests",
    success: 204,
    run: ({ world }) => world().journal.clear(),
  }),
  reading({
    method: "get",
    path: "/worlds/:world/requests/stream",
    summary:
      "Each request as it is answered, as server-sent events: `id` its id, `data` its entry. " +
      "`Last-Event-ID` wins over `since`",
    query: FilterSchema,
    success: 200,
    mediaType: "text/event-stream",
    response: v.string(),
    run({ world, query, request }) {
      const { journal } = world();
      const headers = { "Content-Type": "text/event-stream", "Cache-Control": "no-store" };
      // Why: of an answer to a HEAD nobody would end the stream.
      if (request.method === "HEAD") return new Response(null, { headers });
      const filter = filterOf(query);
      // Why: a browser that connects again asks the same address, and tells there how far it came.
      const since = request.headers.get("last-event-id") || filter.since;
      return new Response(streamRequests(journal, { ...filter, since }), { headers });
    },
  }),
];

function filterOf({ status, ...filter }: v.InferOutput<typeof FilterSchema>): RequestFilter {
  return { ...filter, ...(status !== undefined && { status: Number(status) }) };
}
