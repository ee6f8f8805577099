// The request log on stderr: one line per request, with the reason of an error, for people or as JSON.
import type { RequestRecord } from "../../../world/journal/record.ts";

export type LogForm = "pretty" | "json" | "off";

// Why: a path or a header may hold what a terminal would obey, or a line that we did not write.
const CONTROL = /\p{Cc}/gu;

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
  return JSON.stringify({ event: "request", ...record, time }).replace(CONTROL, escaped);
}

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

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
  return lines.map((text) => text.replace(CONTROL, "\uFFFD")).join("\n");
}
