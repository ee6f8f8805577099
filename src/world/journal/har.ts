// Requests of the journal as an HTTP archive (HAR 1.2), which browsers' developer tools and HTTP clients open.
import { STATUS_TITLES } from "../../shared/status-titles.ts";
import type { JournalEntry } from "./entry.ts";

interface HarOptions {
  readonly version: string;
  /** The base URL of the world. */
  readonly baseUrl: string;
}

/** Makes an HTTP archive of requests. What HAR has no field for is in fields of its own, such as `_why`. */
export function createHar(entries: readonly JournalEntry[], { version, baseUrl }: HarOptions) {
  const creator = { name: "merchant-sandbox", version };
  return { log: { version: "1.2", creator, entries: entries.map((e) => createEntry(e, baseUrl)) } };
}

const TITLES: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", ...STATUS_TITLES };

const encoder = new TextEncoder();
// Contract: what HAR has for a size or a time that is not known.
const UNKNOWN = -1;

const NOTHING_MORE = {
  httpVersion: "HTTP/1.1",
  cookies: [],
  headersSize: UNKNOWN,
};

function createEntry(entry: JournalEntry, baseUrl: string) {
  const { id, time, ms, method, path, status, dropped, key, merchant, why, hints } = entry;
  const { request, response } = entry;
  const url = new URL(baseUrl + path);
  const mimeType = response.headers["content-type"] ?? "";
  const text = response.body ?? "";
  return {
    startedDateTime: time,
    time: ms ?? 0,
    request: {
      ...NOTHING_MORE,
      method,
      url: url.href,
      headers: pairsOf(Object.entries(request.headers)),
      queryString: pairsOf(url.searchParams),
      bodySize: sizeOf(request.body ?? ""),
      ...(request.body && {
        postData: {
          mimeType: request.headers["content-type"] ?? "",
          params: [],
          text: request.body,
        },
      }),
    },
    response: {
      ...NOTHING_MORE,
      // Why: browsers write 0 for a response that never came.
      status: status ?? 0,
      statusText: TITLES[status ?? 0] ?? "",
      headers: pairsOf(Object.entries(response.headers)),
      content: { size: sizeOf(text), mimeType, text },
      redirectURL: "",
      bodySize: sizeOf(text),
    },
    cache: {},
    timings: { send: 0, wait: ms ?? 0, receive: 0 },
    _id: id,
    _key: key,
    _merchant: merchant,
    _why: why,
    _hints: hints,
    _dropped: dropped,
  };
}

const sizeOf = (text: string) => encoder.encode(text).length;

const pairsOf = (pairs: Iterable<[string, string]>) =>
  Array.from(pairs, ([name, value]) => ({ name, value }));
