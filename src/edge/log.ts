// What the engine's log is told: bugs and failures, and no requests, which the engine counts by itself.
import type { RequestRecord } from "../world/request-record.ts";

/** Tells of a request that a bug ended, under the id that its answer names. */
export function logBug(record: RequestRecord): void {
  if (record.stack !== undefined) console.error(JSON.stringify({ event: "bug", ...record }));
}

/** Tells of what kept an answer from being made. */
export function logFailure(error: unknown): void {
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ event: "failure", stack }));
}
