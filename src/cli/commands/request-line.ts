// A request as a person reads it in a terminal: one line, and below it the reason of an error and the hints.
import { printable } from "../../shared/printable.ts";
import { formatTime } from "../../shared/times.ts";
import type { RequestRecord } from "../../world/journal/record.ts";

/** A request of the log, or of the list of a running sandbox. */
export interface ShownRequest
  extends Omit<RequestRecord, "endpoint" | "status" | "ms" | "stack" | "stray"> {
  /** Or what happened in its place. */
  readonly status: number | string;
  /** Null until there is a response. */
  readonly ms: number | null;
  readonly stack?: string | undefined;
}

/** Formats a request. */
export function formatRequestLine({
  time,
  worldTime,
  world,
  method,
  path,
  status,
  ms,
  key,
  merchant,
  why,
  hints,
  stack,
  id,
}: ShownRequest): string {
  const words = [
    formatTime(time).slice(11, 19),
    `${status}`,
    method.padEnd(4),
    world === "default" ? path : `[${world}] ${path}`,
    key && merchant ? `${key} ${merchant}` : key,
    ms === null ? undefined : `${ms.toFixed(1)} ms`,
    id,
    worldTime === undefined ? undefined : `world time ${formatTime(worldTime)}`,
  ];
  const line = words.filter((word) => word !== undefined).join("  ");
  const reasons = why === undefined ? [] : [`          why: ${why}`];
  const hinted = hints.map((hint) => `          hint: ${hint}`);
  const lines = [line, ...reasons, ...hinted, ...(stack?.split("\n") ?? [])];
  return lines.map(printable).join("\n");
}
