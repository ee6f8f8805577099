// The requests of a world as server-sent events, each as it is answered.
import type { RequestFilter } from "../world/journal/filter.ts";
import type { Journal } from "../world/journal/journal.ts";
import type { JournalEntry } from "../world/journal/record.ts";

const encoder = new TextEncoder();
// Why: proxies cut what is quiet for long, many after half a minute.
const BEAT_MS = 15_000;
const BEAT = encoder.encode(": still here\n\n");

/** Streams what is answered from now on or from `since` on, until its reader leaves or its world ends. */
export function streamRequests(
  journal: Journal,
  filter: RequestFilter,
): ReadableStream<Uint8Array> {
  const follower = journal.follow(filter);
  let heartbeat: ReturnType<typeof setInterval> | undefined;
  const leave = () => {
    clearInterval(heartbeat);
    follower.end();
  };

  return new ReadableStream({
    start(controller) {
      // Why: the head of the answer goes out with the first bytes.
      controller.enqueue(encoder.encode(": each request as it is answered\n\n"));
      heartbeat = setInterval(() => {
        // Why: a reader who is behind has enough to read, and must not make the queue grow.
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
