// The request log on stderr: one line per request, with the reason of an error, for people or as JSON.
import { printable, printableJson } from "../../../shared/printable.ts";
import type { RequestRecord } from "../../../world/journal/record.ts";

export type LogForm = "pretty" | "json" | "off";

// Why: a web page can send thousands of requests a second, and each would be a line.
const STRAYS_EVERY_MS = 1_000;

/**
 * Creates the writer of the log. `linkTo` finds the page of a request on the dashboard, and `now` returns milliseconds
 * of the process. Undefined if there is no log.
 */
export function createRequestLog(
  form: LogForm,
  write: (text: string) => void,
  linkTo: (record: RequestRecord) => string | undefined = () => undefined,
  now = () => performance.now(),
): ((record: RequestRecord) => void) | undefined {
  if (form === "off") return undefined;
  const format = form === "json" ? formatJson : formatWithLink;
  let strays = 0;
  let last = Number.NEGATIVE_INFINITY;

  function formatWithLink(record: RequestRecord): string {
    const link = record.why === undefined ? undefined : linkTo(record);
    return [formatPretty(record), ...(link === undefined ? [] : [`          ${link}`])].join("\n");
  }

  return (record) => {
    if (!record.stray) return write(`${format(record)}\n`);
    strays++;
    if (now() - last < STRAYS_EVERY_MS) return;
    write(`${format(withCount(record, strays))}\n`);
    strays = 0;
    last = now();
  };
}

function withCount(record: RequestRecord, strays: number): RequestRecord {
  if (strays === 1) return record;
  const hint = `the last of ${strays} requests from web pages without a known key since the previous line like this`;
  return { ...record, hints: [...record.hints, hint] };
}

function formatJson({ stray: _stray, ...record }: RequestRecord): string {
  const { id, world, time, worldTime, ...others } = record;
  const times = { time: formatTime(time), worldTime: formatTime(worldTime) };
  return printableJson({ event: "request", id, world, ...times, ...others });
}

function formatPretty(record: RequestRecord): string {
  const { time, worldTime, world, method, path, status, ms, key, merchant, why, hints, stack, id } =
    record;
  const words = [
    new Date(time).toISOString().slice(11, 19),
    `${status}`,
    method.padEnd(4),
    world === "default" ? path : `[${world}] ${path}`,
    key && merchant ? `${key} ${merchant}` : key,
    `${ms.toFixed(1)} ms`,
    id,
    worldTime === undefined ? undefined : `world time ${formatTime(worldTime)}`,
  ];
  const line = words.filter((word) => word !== undefined).join("  ");
  const reasons = why === undefined ? [] : [`          why: ${why}`];
  const hinted = hints.map((hint) => `          hint: ${hint}`);
  const lines = [line, ...reasons, ...hinted, ...(stack?.split("\n") ?? [])];
  return lines.map(printable).join("\n");
}

const formatTime = (ms?: number) => (ms === undefined ? undefined : new Date(ms).toISOString());
