// The form of a response where the specification leaves it open, as the settings of the world ask for it. By default
// nothing here changes anything.
import type { Settings } from "../model/state.ts";
import { lowerNames } from "../world/journal/record.ts";

const QUOTED_UUID = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/g;
const SECONDS = /(T\d{2}:\d{2}:\d{2})(?:\.(\d+))?Z"/g;
const JSON_STRING = /"(?:[^"\\]|\\.)*"/g;
const LETTER_OR_ESCAPE = /\\u[0-9a-f]{4}|\\.|[A-Z/]/g;

/** How many pieces a body is sent in, at most. */
const PIECES = 20;

/** Writes JSON as the settings ask for it; the values stay the same. */
export function shapeJson(json: string, settings: Settings): string {
  const { jsonForm, uuidCase, timeDigits } = settings;
  let text = json;
  if (uuidCase === "upper") text = text.replace(QUOTED_UUID, (id) => id.toUpperCase());
  if (timeDigits !== undefined) text = withDigits(text, timeDigits);
  return jsonForm === "compact" ? text : JSON_FORMS[jsonForm](text);
}

const JSON_FORMS: Readonly<
  Record<Exclude<Settings["jsonForm"], "compact">, (json: string) => string>
> = {
  spaced: (json) => `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`,
  reordered: (json) => JSON.stringify(JSON.parse(json, (_name, value) => reversed(value))),
  escaped: (json) => json.replace(JSON_STRING, (text) => text.replace(LETTER_OR_ESCAPE, escapeOne)),
};

function reversed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toReversed());
}

/** Writes a letter as `\u0041`; what is an escape already stays. */
function escapeOne(found: string): string {
  if (found.length > 1) return found;
  return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Writes every time with a number of digits of a second. */
// Contract: fractions of a second are optional (§2).
function withDigits(json: string, digits: number): string {
  return json.replace(SECONDS, (_time, seconds: string, fraction = "") => {
    const written = fraction.padEnd(digits, "0").slice(0, digits);
    return `${seconds}${written && `.${written}`}Z"`;
  });
}

/** Returns the headers of a response as the settings ask for them; `now` is the system's time in Unix milliseconds. */
export function shapeHeaders(
  headers: Record<string, string>,
  { retryAfter, keepAlive, headerCase }: Settings,
  now: () => number,
): Record<string, string> {
  const { "Retry-After": seconds } = headers;
  if (seconds !== undefined && retryAfter === "none") delete headers["Retry-After"];
  if (seconds !== undefined && retryAfter === "date") {
    headers["Retry-After"] = new Date(now() + Number(seconds) * 1_000).toUTCString();
  }
  if (!keepAlive) headers.Connection = "close";
  // Runtime: Bun writes the names Content-Type, Cache-Control, Connection and Date in the usual way all the same.
  return headerCase === "usual" ? headers : lowerNames(headers);
}

/** A body in many small pieces, each of which is sent by itself. */
export function inPieces(body: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.max(1, Math.ceil(bytes.length / PIECES));
  let from = 0;
  return new ReadableStream({
    async pull(controller) {
      // Runtime: pieces that are made within one turn of the event loop are sent as one.
      await new Promise((resolve) => setTimeout(resolve, 0));
      controller.enqueue(bytes.subarray(from, from + size));
      from += size;
      if (from >= bytes.length) controller.close();
    },
  });
}
