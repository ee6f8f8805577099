// The request log on stderr: one line per request, with the reason of an error, for people or as JSON.
import { printableJson } from "../../../shared/printable.ts";
import type { RequestRecord } from "../../../world/journal/record.ts";
import { formatRequestLine } from "../request-line.ts";

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
    return [formatRequestLine(record), ...(link === undefined ? [] : [`          ${link}`])].join(
      "\n",
    );
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

const formatTime = (ms?: number) => (ms === undefined ? undefined : new Date(ms).toISOString());
