// A request of the journal as a person reads it.
import type { CallResult } from "../../../client/control.ts";
import { formatRequestLine } from "../request-line.ts";

export type JournalRequest = CallResult<"GET /worlds/:world/requests">[number];

/** Formats a request as the log of `serve` does, with the time of its world. */
export function formatEntry(entry: JournalRequest, world: string): string {
  const { time, status, dropped, key, merchant, why, ...others } = entry;
  return formatRequestLine({
    ...others,
    world,
    time: Date.parse(time),
    status: dropped === null ? (status ?? "waiting") : `dropped ${dropped}`,
    key: key ?? undefined,
    merchant: merchant ?? undefined,
    why: why ?? undefined,
  });
}
