// What is told of a request: its record for the log, and its entry in the journal, which is the same
// with headers and bodies. Keys are masked in both, wherever the client has put them.
import type { EndpointName } from "../contract/endpoints.ts";
import { LIST_LIMIT } from "../contract/list.ts";
import type { CutText, Exchange, SentBody } from "./exchange.ts";
import { maskKey } from "./keys.ts";
import { maskHeaders, maskQuery, OTHER_KEY_HEADERS } from "./mask-request.ts";

/** A finished request as the log tells it. */
export interface RequestRecord {
  readonly id: string;
  readonly world: string;
  /** Unix milliseconds on the world's clock. */
  readonly time: number;
  /** How long the answer took, in milliseconds. */
  readonly ms: number;
  readonly method: string;
  readonly path: string;
  readonly endpoint: EndpointName | undefined;
  readonly status: number;
  /** The key, masked. */
  readonly key: string | undefined;
  /** The slug of the key's merchant. */
  readonly merchant: string | undefined;
  /** Why it was refused, and the mend. */
  readonly why: string | undefined;
  readonly hints: readonly string[];
  /** The stack of a bug in the sandbox. */
  readonly stack: string | undefined;
}

/** A request as the journal tells it. */
export interface JournalEntry {
  readonly id: string;
  /** ISO 8601, on the world's clock. */
  readonly time: string;
  /** How long the answer took, in milliseconds; null until it is answered, as is `status`. */
  readonly ms: number | null;
  readonly method: string;
  /** Without the world's prefix, with the query. */
  readonly path: string;
  readonly endpoint: EndpointName | null;
  readonly status: number | null;
  readonly key: string | null;
  readonly merchant: string | null;
  readonly why: string | null;
  readonly hints: readonly string[];
  /** `body` is null where the API read none. */
  readonly request: { readonly headers: Record<string, string>; readonly body: string | null };
  readonly response: { readonly body: string | null };
}

type Mask = (text: string) => string;

// Contract: the beginning of a body that an entry shows.
const SHOWN_BYTES = 4 * 1024;
// Why: a key of 256 signs, each of them encoded, may stand across the cut.
const LONGEST_KEY = 3 * 256;

const encoder = new TextEncoder();

/** Keeps of a body what an entry may show. */
export function keepBody(bytes: Uint8Array): SentBody {
  const { length } = bytes;
  // Why: a copy, for a view would keep all of the body.
  return {
    bytes: length > SHOWN_BYTES ? bytes.slice(0, SHOWN_BYTES + LONGEST_KEY) : bytes,
    length,
  };
}

/** Keeps of an answer what an entry may show. */
export function keepAnswer(answer: string | CutText): string | CutText {
  // Why: no character takes more than three bytes of those of its code units.
  if (typeof answer !== "string" || answer.length * 3 <= SHOWN_BYTES) return answer;
  const { bytes, length } = keepBody(encoder.encode(answer));
  return bytes.length === length ? answer : { text: decode(bytes, true), length };
}

/** Makes the record of an answered request. */
export function recordOf(
  exchange: Exchange,
  world: { readonly name: string; maskKeys(text: string): string },
): RequestRecord {
  const { id, time, method, path, endpoint, status = 0, key, why, stack } = exchange;
  const record = {
    id,
    world: world.name,
    time,
    ms: msOf(exchange) ?? 0,
    method,
    path,
    endpoint,
    status,
    key: key ? maskKey(key.key) : exchange.maskedKey,
    merchant: key?.merchant.slug,
    why,
    hints: hintsOf(exchange),
    stack,
  };
  // Why: only a refusal or a query tells what the client wrote, wherever it has put its key.
  if (why === undefined && exchange.query === "") return record;
  const mask = (text: string) => world.maskKeys(text);
  return {
    ...record,
    method: mask(method),
    path: mask(path),
    why: why && mask(why),
    hints: record.hints.map(mask),
    stack: stack && mask(stack),
  };
}

/** Makes the journal's entry of a request, which need not be answered yet. */
export function entryOf(exchange: Exchange, mask: Mask): JournalEntry {
  const { id, time, path, query, key, sentHeaders, sentBody, answer } = exchange;
  return {
    id,
    time: new Date(time).toISOString(),
    ms: msOf(exchange) ?? null,
    method: mask(exchange.method),
    path: mask(path) + (query && `?${maskQuery(query, mask)}`),
    endpoint: exchange.endpoint ?? null,
    status: exchange.status ?? null,
    key: (key ? maskKey(key.key) : exchange.maskedKey) ?? null,
    merchant: key?.merchant.slug ?? null,
    why: exchange.why === undefined ? null : mask(exchange.why),
    hints: hintsOf(exchange).map(mask),
    request: {
      headers: maskHeaders(sentHeaders, mask),
      body: sentBody ? showBody(sentBody.bytes, sentBody.length, mask) : null,
    },
    response: {
      body: answer === undefined || exchange.method === "HEAD" ? null : showText(answer, mask),
    },
  };
}

function hintsOf({ hints = [], cutFrom, endpoint, sentHeaders, key }: Exchange): readonly string[] {
  const found: string[] = [];
  if (cutFrom !== undefined) {
    found.push(`the list was cut from ${cutFrom} ${endpoint} to ${LIST_LIMIT}`);
  }
  if (sentHeaders.has("origin")) {
    found.push("the call has an Origin, so a browser made it; keys are to be kept on a server");
  }
  for (const name of key === undefined ? [] : OTHER_KEY_HEADERS) {
    if (!sentHeaders.has(name)) continue;
    found.push(`${name} was ignored; the key in Authorization is the one that counts`);
  }
  return [...hints, ...found];
}

/** How long the answer took, in milliseconds to the third digit; undefined until then. */
export function msOf({ started, ended }: Exchange): number | undefined {
  return ended === undefined ? undefined : Math.round((ended - started) * 1_000) / 1_000;
}

function showText(answer: string | CutText, mask: Mask): string {
  const bytes = encoder.encode(typeof answer === "string" ? answer : answer.text);
  return showBody(bytes, typeof answer === "string" ? bytes.length : answer.length, mask);
}

function showBody(bytes: Uint8Array, length: number, mask: Mask): string {
  if (length <= SHOWN_BYTES) return mask(decode(bytes, false));
  const beginning = bytes.subarray(0, SHOWN_BYTES + LONGEST_KEY);
  const masked = encoder.encode(mask(decode(beginning, true)));
  // Why: what is left of a body may end with half a key, which no mask knows.
  const sound = masked.length - (beginning.length < length ? LONGEST_KEY : 0);
  const shown = decode(masked.subarray(0, Math.min(sound, SHOWN_BYTES)), true);
  return `${shown}… (cut at 4 KiB of ${length} bytes)`;
}

// Why: a body that was cut may end with half a character, which is left out.
const decode = (bytes: Uint8Array, cut: boolean) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: cut });
