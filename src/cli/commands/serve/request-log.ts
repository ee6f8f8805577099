// The request log on stderr: one line per request, with the reason of an error, for people or as JSON.
import { printable, printableJson } from "../../../shared/printable.ts";
import type { RequestRecord } from "../../../world/journal/record.ts";

export type LogForm = "pretty" | "json" | "off";

/** Makes the writer of the log. Undefined where there is none. */
export function createRequestLog(
  form: LogForm,
  write: (text: string) => void,
): ((record: RequestRecord) => void) | undefined {
  if (form === "off") return undefined;
  const format = form === "json" ? formatJson : formatPretty;
  return (record) => write(`${format(record)}\n`);
}

function formatJson(record: RequestRecord): string {
  const time = new Date(record.time).toISOString();
  return printableJson({ event: "request", ...record, time });
}

function formatPretty(record: RequestRecord): string {
  const { time, world, method, path, status, ms, key, merchant, why, hints, stack, id } = record;
  const words = [
    new Date(time).toISOString().slice(11, 19),
    `${status}`,
    method.padEnd(4),
    world === "default" ? path : `[${world}] ${path}`,
    key && merchant ? `${key} ${merchant}` : key,
    `${ms.toFixed(1)} ms`,
    id,
  ];
  const line = words.filter((word) => word !== undefined).join("  ");
  const reasons = why === undefined ? [] : [`          why: ${why}`];
  const hinted = hints.map((hint) => `          hint: ${hint}`);
  const lines = [line, ...reasons, ...hinted, ...(stack?.split("\n") ?? [])];
  return lines.map(printable).join("\n");
}
