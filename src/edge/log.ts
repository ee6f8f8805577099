// Writes bugs and failures to the engine's log. The engine logs requests itself.
import type { RequestRecord } from "../world/journal/record.ts";

/** Logs a request that failed because of a bug, with the id in its response. */
export function logBug(record: RequestRecord): void {
  if (record.stack !== undefined) log({ event: "bug", ...record });
}

/** Logs a failure that prevented a response. */
export function logFailure(error: unknown): void {
  log({ event: "failure", stack: error instanceof Error ? error.stack : String(error) });
}

function log(event: object): void {
  // biome-ignore lint/suspicious/noConsole: the engine has no other log.
  console.error(JSON.stringify(event));
}
