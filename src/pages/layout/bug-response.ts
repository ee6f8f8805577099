// The response when the sandbox itself fails, or cannot save a world. It has the id of the log entry with the stack.
import { type RequestRecord, recordUnrouted, type Unrouted } from "../../world/journal/record.ts";
import type { Location } from "../../world/locate-world.ts";
import { createRequestId } from "../../world/made-ids.ts";
import { UnsavedError } from "../../world/world-error.ts";

interface Bug extends Pick<Unrouted, "method" | "ms">, Location {
  readonly thrown: unknown;
}

/** Reports a request that failed with a bug, and creates its response: a problem (RFC 9457) for programs, else a sentence. */
export function createBugResponse(
  { world, method, path, ms, thrown }: Bug,
  report?: (record: RequestRecord) => void,
): Response {
  const id = createRequestId();
  const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const isBug = !(thrown instanceof UnsavedError);
  const why = isBug ? `a bug in the sandbox: ${message}` : message;
  report?.(
    recordUnrouted(
      { id, method, path, ms, status: 500, why, stack: isBug ? stack : undefined },
      world,
    ),
  );
  const detail = isBug ? `Bug in the sandbox. See ${id} in its log.` : message;
  const forProgram = path.startsWith("/_sandbox/");
  const problem = { type: "about:blank", title: "Internal Server Error", status: 500, detail };
  return new Response(forProgram ? JSON.stringify(problem) : `${detail}\n`, {
    status: 500,
    headers: {
      "Content-Type": forProgram ? "application/problem+json" : "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": id,
    },
  });
}
