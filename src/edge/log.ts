// What the engine's log is told: bugs and failures, and no requests, which the engine counts by itself.
import type { RequestRecord } from "../world/journal/record.ts";

/** Tells of a request that a bug ended, under the id that its answer names. */
export function logBug(record: RequestRecord): void {
  if (record.stack !== undefined) log({ event: "bug", ...record });
}

/** Tells of what kept an answer from being made. */
export function logFailure(error: unknown): void {
  log({ event: "failure", stack: error instanceof Error ? error.stack : String(error) });
}

function log(event: object): void {
  // biome-ignore lint/suspicious/noConsole: the engine has no other log.
  console.error(JSON.stringify(event));
}
