// The journal of a world: read, cleared, and followed as a stream of events.
import * as v from "valibot";
import { type RequestFilter, RequestFilterSchema, STATUS } from "../world/journal/filter.ts";
import { reading } from "./operation.ts";
import { streamRequests } from "./stream-requests.ts";

// Why: all that a query holds is text.
const FilterSchema = v.strictObject({
  ...RequestFilterSchema.entries,
  status: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(/^[1-5]\d\d$/, STATUS),
      v.description("Requests that were answered so."),
    ),
  ),
});

export const REQUEST_OPERATIONS = [
  reading({
    name: "listRequests",
    method: "get",
    path: "/worlds/:world/requests",
    summary: "The requests to the API",
    description: "The last 1 000, the newest last.",
    query: FilterSchema,
    success: 200,
    response: ["Request"],
    run: ({ world, query }) => world().journal.list(filterOf(query)),
  }),
  reading({
    name: "clearRequests",
    method: "delete",
    path: "/worlds/:world/requests",
    summary: "Forget the requests",
    success: 204,
    run: ({ world }) => world().journal.clear(),
  }),
  reading({
    name: "followRequests",
    method: "get",
    path: "/worlds/:world/requests/stream",
    summary: "Follow the requests",
    description:
      "Each as it is answered, as a server-sent event: `id` is a request's id, `data` its entry. The header " +
      "`Last-Event-ID` wins over `since`.",
    query: FilterSchema,
    success: 200,
    mediaType: "text/event-stream",
    response: "RequestEvents",
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
