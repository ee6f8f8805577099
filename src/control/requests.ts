// The journal of a world: read, cleared, and followed as a stream of events.
import * as v from "valibot";
import { ENDPOINT_NAMES } from "../contract/endpoints.ts";
import type { RequestFilter } from "../world/journal.ts";
import { reading } from "./operation.ts";
import { streamRequests } from "./stream-requests.ts";

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
