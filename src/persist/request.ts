// Converts a request of the journal to its saved part, and back. Bodies are saved as the journal has them.
import type { Exchange } from "../world/journal/exchange.ts";
import { msOf, whyOf } from "../world/journal/record.ts";
import { numbersOf, readPart, SavedPartError, type SavedParts } from "./parts.ts";
import {
  RECORD,
  REQUEST,
  RecordSchema,
  type SavedRecord,
  type SavedRequest,
  SavedRequestSchema,
} from "./world-parts.ts";

// Why: the time of the old process is unknown, and too old for the chart.
const LONG_AGO = -1e9;

/** Formats a request to save it. */
export function saveRequest(exchange: Exchange, number: number): SavedRequest {
  const { id, time, method, path, query, place } = exchange;
  const { sentHeaders, sentBody, hasBody, key, responseBody, responseHeaders } = exchange;
  const { endpoint, maskedKey, hints, cutFrom, status, drop, stack } = exchange;
  const why = whyOf(exchange);
  const ms = msOf(exchange);
  return {
    number,
    id,
    time,
    ...(ms !== undefined && { ms }),
    method,
    path,
    query,
    headers: [...sentHeaders],
    ...(sentBody !== undefined && { body: sentBody }),
    ...(hasBody && { hasBody }),
    ...(endpoint !== undefined && { endpoint }),
    ...(key && { key: { key: key.key, merchant: key.merchant.slug } }),
    ...(maskedKey !== undefined && { maskedKey }),
    ...(hints && { hints }),
    ...(cutFrom !== undefined && { cutFrom }),
    ...(status !== undefined && { status }),
    ...(responseBody !== undefined && { answer: responseBody }),
    ...(responseHeaders && { answerHeaders: responseHeaders }),
    ...(drop && { drop }),
    ...(why !== undefined && { why }),
    ...(stack !== undefined && { stack }),
    place,
  };
}

/** The saved requests by their parts, in the order in which they were received. Throws `SavedPartError`. */
export function readRequests(parts: SavedParts): Map<string, SavedRequest> {
  const read = numbersOf(parts, REQUEST).map((slot) => {
    const part = REQUEST + slot;
    return [part, readPart(parts, part, SavedRequestSchema)] as const;
  });
  return new Map(read.toSorted(([, a], [, b]) => a.number - b.number));
}

/** The current record, and the part that has it. Throws `SavedPartError`. */
export function readRecord(
  parts: SavedParts,
  requests: ReadonlyMap<string, SavedRequest>,
): { readonly part: string; readonly record: SavedRecord } {
  let latest = { part: RECORD, record: readPart(parts, RECORD, RecordSchema) };
  for (const [part, { record }] of requests) {
    if (record && (record.saves ?? 0) > (latest.record.saves ?? 0)) latest = { part, record };
  }
  return latest;
}

/** Restores a request. Throws `SavedPartError`. */
export function restoreRequest(saved: SavedRequest, part: string): Exchange {
  const { number: _number, record: _record, ms, headers, body, key, ...others } = saved;
  const { answer: responseBody, answerHeaders: responseHeaders, ...fields } = others;
  try {
    return {
      endpoint: undefined,
      status: undefined,
      why: undefined,
      ...fields,
      responseBody,
      responseHeaders,
      key: key && { key: key.key, merchant: { slug: key.merchant } },
      started: LONG_AGO - (ms ?? 0),
      ended: ms === undefined ? undefined : LONG_AGO,
      sentHeaders: new Headers(headers),
      sentBody: body,
    };
  } catch (error) {
    throw new SavedPartError(part, error instanceof Error ? error.message : String(error));
  }
}
