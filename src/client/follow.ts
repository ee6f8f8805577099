// Follows the requests of a world, as the control API sends them: an event for each response.
import * as v from "valibot";
import { isMapping } from "../shared/mapping.ts";
import type { CallResult, ControlClient } from "./control.ts";

type Entry = CallResult<"GET /worlds/:world/requests">[number];

// Why: a newer sandbox may send more fields, so that only the server checks all of them.
const EntrySchema = v.custom<Entry>((entry) => isMapping(entry) && typeof entry.id === "string");

export interface Following {
  readonly world: string;
  /** The filters of the list of requests. */
  readonly query?: object;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Yields each request when it gets its response, from now on or after the request `since`. Connects again if the
 * connection ends, as it does when the world is reset. Rejects as `call` does, such as when the world is dropped.
 */
export async function* followRequests(
  client: ControlClient,
  { world, query, signal }: Following,
): AsyncGenerator<Entry> {
  let last: Entry | undefined;
  for (;;) {
    const since = last && { since: last.id };
    const input = { params: { world }, query: { ...query, ...since } };
    const { body } = await client.open("GET /worlds/:world/requests/stream", input, signal);
    if (body === null) return;
    for await (const data of readEvents(body)) {
      last = v.parse(EntrySchema, JSON.parse(data));
      yield last;
    }
    if (signal?.aborted) return;
  }
}

/** Reads the data of server-sent events, each of which is one line. */
async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of body) {
      const events = (text + decoder.decode(chunk, { stream: true })).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (data !== undefined) yield data;
      }
    }
  } catch {
    // Why: the next connection shows whether the sandbox is still there.
  }
}
