// The journal of a world: read it, clear it, follow it as a stream of events, send a request again.
import * as v from "valibot";
import type { JournalEntry } from "../world/journal/entry.ts";
import type { Exchange } from "../world/journal/exchange.ts";
import {
  type RequestFilter,
  RequestFilterSchema,
  STATUS,
  STATUS_PATTERN,
} from "../world/journal/filter.ts";
import { createHar } from "../world/journal/har.ts";
import type { Journal } from "../world/journal/journal.ts";
import { entryOf } from "../world/journal/record.ts";
import { RequestChangeSchema } from "../world/journal/request-change.ts";
import type { World } from "../world/world.ts";
import { WorldError } from "../world/world-error.ts";
import { defineOperation } from "./operation.ts";

// Why: all that a query holds is text.
const FilterSchema = v.strictObject({
  ...RequestFilterSchema.entries,
  status: v.exactOptional(
    v.pipe(
      v.string(),
      v.regex(STATUS_PATTERN, STATUS),
      v.description(
        "Requests with this status or class, such as `404` or `4xx`, or `dropped` for connections that a fault closed.",
      ),
    ),
  ),
});

export const REQUEST_OPERATIONS = [
  defineOperation({
    name: "listRequests",
    method: "get",
    path: "/worlds/:world/requests",
    summary: "The requests to the API",
    description: "The last 1,000, the newest last.",
    query: FilterSchema,
    response: ["Request"],
    run: ({ world, query }) => world().journal.list(query),
  }),
  defineOperation({
    name: "getHar",
    method: "get",
    path: "/worlds/:world/requests.har",
    summary: "The requests as an HTTP archive",
    description:
      "HAR 1.2, with the same filters. Like the log, it has requests from before a reset. Developer tools of browsers and HTTP clients open it.",
    query: FilterSchema,
    response: "Har",
    run({ world, query, addressesOf, version }) {
      const { baseUrl } = addressesOf(world());
      return createHar(world().journal.listAll(query), { version, baseUrl });
    },
  }),
  defineOperation({
    name: "clearRequests",
    method: "delete",
    path: "/worlds/:world/requests",
    summary: "Clear the requests",
    success: 204,
    run({ world }) {
      const { journal, noteChange } = world();
      journal.clear();
      noteChange();
    },
  }),
  defineOperation({
    name: "followRequests",
    method: "get",
    path: "/worlds/:world/requests/stream",
    summary: "Follow the requests",
    description:
      "Sends a server-sent event for each response: `id` is the request's id, `data` its entry. The header " +
      "`Last-Event-ID` overrides `since`.",
    query: FilterSchema,
    errors: { 429: "A hundred clients already follow the world's requests." },
    mediaType: "text/event-stream",
    response: "RequestEvents",
    run({ world, query, request }) {
      const { journal } = world();
      const headers = { "Content-Type": "text/event-stream" };
      // Why: nobody would end the stream of a response to HEAD.
      if (request?.method === "HEAD") return new Response(null, { headers });
      // Why: a browser that reconnects uses the same URL, with the last id that it received.
      const since = request?.headers.get("last-event-id");
      const filter = { ...query, ...(since && { since }) };
      return new Response(streamRequests(journal, filter), { headers });
    },
  }),
  defineOperation({
    name: "replayRequest",
    method: "post",
    path: "/worlds/:world/requests/:request/replay",
    body: RequestChangeSchema,
    summary: "Send a request again",
    description: "Sends it with its key, unchanged or with changes. Returns the new entry.",
    isBodyOptional: true,
    example: () => ({ headers: { accept: "text/html" } }),
    errors: {
      409: "The journal does not have the whole body, or the new entry has already left the journal.",
    },
    success: 201,
    response: "Request",
    async run({ world, param, body, replay }) {
      const target = world();
      const id = param("request");
      const again = await replay(target, findExchange(target, id), body);
      if (again === undefined) throw forgotten(target, id);
      return entryOf(again, target.mask);
    },
  }),
];

const encoder = new TextEncoder();
// Why: proxies close idle connections, many after half a minute.
const BEAT_MS = 15_000;
const BEAT = encoder.encode(": still here\n\n");

/** Streams responses from now on, or after `since`, until the reader disconnects or the world ends. */
function streamRequests(journal: Journal, filter: RequestFilter): ReadableStream<Uint8Array> {
  const follower = journal.follow(filter);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const leave = () => {
    clearInterval(heartbeat);
    follower.end();
  };

  return new ReadableStream({
    start(controller) {
      // Why: the head of the response is sent with the first bytes.
      controller.enqueue(encoder.encode(": an event for each response\n\n"));
      heartbeat = setInterval(() => {
        // Why: a slow reader must not make the queue grow.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(BEAT);
      }, BEAT_MS);
    },
    async pull(controller) {
      const entries = await follower.next();
      if (entries !== undefined) {
        return controller.enqueue(encoder.encode(entries.map(formatEvent).join("")));
      }
      leave();
      controller.close();
    },
    cancel: leave,
  });
}

const formatEvent = (entry: JournalEntry) => `id: ${entry.id}\ndata: ${JSON.stringify(entry)}\n\n`;

function findExchange({ name, journal }: World, id: string): Exchange {
  const found = journal.find(id);
  if (found !== undefined) return found;
  const message = `There is no request ${JSON.stringify(id)} in the world ${name}`;
  throw new WorldError("not-found", `${message}. Use the id of one of its last 1,000 requests.`);
}

function forgotten({ name }: World, id: string): WorldError {
  const message = `Request ${id} was sent again, but its new entry has already left the journal of the world ${name}`;
  return new WorldError("conflict", `${message}. Send fewer requests at once.`);
}
