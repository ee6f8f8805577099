// How a request is shown: as a record in the log, and as an entry in the journal, which adds headers and bodies.
// Secrets are masked in both. Keys of the world are shown.
import type { EndpointName } from "../../contract/endpoints.ts";
import { LIST_LIMIT } from "../../contract/list.ts";
import { type Clock, timesOf } from "../clock.ts";
import type { JournalEntry } from "./entry.ts";
import { type CutText, type Exchange, whyOf } from "./exchange.ts";
import { type Mask, maskHeaders, maskQuery } from "./mask.ts";

/** A finished request as the log shows it. */
export interface RequestRecord {
  readonly id: string;
  readonly world: string;
  /** When it was received, in Unix milliseconds of the system. */
  readonly time: number;
  /** The same on the world's clock, if that differs. */
  readonly worldTime?: number | undefined;
  /** How long the response took, in milliseconds. */
  readonly ms: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly status: number;
  /** The key: whole if it is one of the world's, else masked. */
  readonly key: string | undefined;
  /** The slug of the key's merchant. */
  readonly merchant: string | undefined;
  /** Why it was rejected, and how to fix it. */
  readonly why: string | undefined;
  readonly hints: readonly string[];
  /** The stack of a bug in the sandbox. */
  readonly stack: string | undefined;
  /** Set if another web page made a browser send it, without a known key. There can be thousands of these a second. */
  readonly stray?: true | undefined;
}

/** A request that reached no endpoint of the API: why, and with which status. */
export type Unrouted = Pick<RequestRecord, "id" | "method" | "path" | "ms" | "status" | "why"> &
  Partial<Pick<RequestRecord, "hints" | "stack">>;

// Contract: how much is kept of a body that is cut.
const SHOWN_BYTES = 4 * 1024;
// Why: a percent-encoded key of 256 characters may cross the limit.
const LONGEST_KEY = 3 * 256;

/** Headers in which clients of other services send keys. The API reads none of them. */
export const OTHER_KEY_HEADERS = [
  ...["X-Api-Key", "Api-Key", "ApiKey", "X-Auth-Token", "X-Access-Token"],
];

const encoder = new TextEncoder();

/** Whether a body is longer than its beginning, which is always kept. */
// Why: a code unit has at most three bytes.
export const isLong = (body: string) => body.length * 3 > SHOWN_BYTES;

/** Cuts a body to its beginning. */
export function cutBody<Body extends string | CutText | undefined>(body: Body): Body | CutText {
  if (typeof body !== "string" || !isLong(body)) return body;
  const { length } = encoder.encode(body);
  if (length <= SHOWN_BYTES) return body;
  // Why: copied, because a substring would keep the whole text in memory.
  const beginning = encoder.encode(body.slice(0, SHOWN_BYTES + LONGEST_KEY));
  return { text: decode(beginning, false), length };
}

/** Creates the record of a request with a response. */
export function recordOf(
  exchange: Exchange,
  { name, clock, mask }: { readonly name: string; readonly clock: Clock; readonly mask: Mask },
): RequestRecord {
  const { id, time, method, path, endpoint, status = 0, key, stack } = exchange;
  const why = whyOf(exchange);
  const ms = msOf(exchange) ?? 0;
  const record = {
    id,
    world: name,
    ...timesOf(time, ms, clock),
    ms,
    method,
    path,
    endpoint,
    status,
    key: key ? mask.token(key.key) : exchange.maskedKey,
    merchant: key?.merchant.slug,
    why,
    hints: hintsOf(exchange),
    stack,
    ...(exchange.stray && { stray: exchange.stray }),
  };
  // Why: only errors and queries repeat text of the client, which may contain its key.
  if (why === undefined && exchange.query === "") return record;
  return {
    ...record,
    method: mask.text(method),
    path: mask.text(path),
    why: why && mask.sentence(why),
    hints: record.hints.map(mask.sentence),
    stack: stack && mask.sentence(stack),
  };
}

/** Creates the record of a request that reached no endpoint of the API. */
export function recordUnrouted(
  { ms, path, why, hints = [], stack, ...request }: Unrouted,
  { name, clock, mask }: { readonly name: string; readonly clock: Clock; readonly mask: Mask },
): RequestRecord {
  return {
    ...request,
    world: name,
    ...timesOf(clock.now(), ms, clock),
    ms: Math.round(ms * 1_000) / 1_000,
    path: mask.text(path),
    endpoint: undefined,
    key: undefined,
    merchant: undefined,
    why: why && mask.sentence(why),
    hints,
    stack: stack && mask.sentence(stack),
  };
}

/** Creates the journal's entry of a request, with or without a response. */
export function entryOf(exchange: Exchange, mask: Mask): JournalEntry {
  const { id, time, path, query, key, sentHeaders, sentBody, responseBody } = exchange;
  const why = whyOf(exchange);
  const dropped = droppedOf(exchange);
  const isSent = responseBody !== undefined && dropped !== "before" && exchange.method !== "HEAD";
  return {
    id,
    time: new Date(time).toISOString(),
    ms: msOf(exchange) ?? null,
    method: mask.text(exchange.method),
    path: mask.text(path) + (query && `?${maskQuery(query, mask)}`),
    endpoint: exchange.endpoint ?? null,
    status: dropped === "before" ? null : (exchange.status ?? null),
    dropped,
    key: (key ? mask.token(key.key) : exchange.maskedKey) ?? null,
    merchant: key?.merchant.slug ?? null,
    why: why === undefined ? null : mask.sentence(why),
    hints: hintsOf(exchange).map(mask.sentence),
    request: {
      headers: maskHeaders(sentHeaders, mask),
      body: sentBody === undefined ? null : showBody(sentBody, mask.text),
    },
    response: {
      headers: dropped === "before" ? {} : lowerNames(exchange.responseHeaders),
      body: isSent ? showResponse(exchange, mask) : null,
    },
  };
}

/** How a fault closed the connection of a request, if it did. */
export function droppedOf({ drop, ended, method }: Exchange): "before" | "midway" | null {
  if (drop === undefined || ended === undefined) return null;
  // Why: a response to HEAD has no body, and so no middle.
  return method === "HEAD" ? "before" : drop;
}

function hintsOf(exchange: Exchange): readonly string[] {
  const { hints = [], cutFrom, endpoint, sentHeaders, key } = exchange;
  const found: string[] = [];
  // Why: of a list that a fault dropped, the client has nothing, or no whole JSON.
  if (cutFrom !== undefined && droppedOf(exchange) === null) {
    found.push(`the list was limited to ${LIST_LIMIT} of ${cutFrom} ${endpoint}`);
  }
  if (sentHeaders.has("origin")) {
    found.push("the request has an Origin header, so a browser sent it; keep keys on a server");
  }
  for (const name of key === undefined ? [] : OTHER_KEY_HEADERS) {
    if (!sentHeaders.has(name)) continue;
    found.push(`${name} was ignored; only the key in Authorization is used`);
  }
  return [...hints, ...found];
}

/** How long the response took, in milliseconds with three decimals. Undefined until there is a response. */
export function msOf({ started, ended }: Exchange): number | undefined {
  return ended === undefined ? undefined : Math.round((ended - started) * 1_000) / 1_000;
}

export const lowerNames = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

// Why: only errors repeat text of the client. Other responses have only data of the world.
function showResponse({ responseBody = "", status = 0 }: Exchange, mask: Mask): string {
  return showBody(responseBody, status < 400 ? (text) => text : mask.text);
}

type Rewrite = (text: string) => string;

// Why: a body that is kept as a text is complete.
function showBody(body: string | CutText, mask: Rewrite): string {
  if (typeof body === "string") return mask(body);
  const beginning = encoder.encode(body.text).subarray(0, SHOWN_BYTES + LONGEST_KEY);
  const masked = encoder.encode(mask(decode(beginning, true)));
  // Why: a truncated body may end with a part of a key, which the mask does not recognise.
  const sound = masked.length - (beginning.length < body.length ? LONGEST_KEY : 0);
  const shown = decode(masked.subarray(0, Math.min(sound, SHOWN_BYTES)), true);
  return `${shown}… (cut at 4 KiB of ${body.length} bytes)`;
}

// Why: a truncated body may end within a character, which is dropped.
const decode = (bytes: Uint8Array, cut: boolean) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: cut });
