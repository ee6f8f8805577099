// A request of the journal → the part that it is saved in, and back. Bodies are truncated to what an entry shows.
import type { Exchange } from "../world/journal/exchange.ts";
import { msOf, truncateResponse, whyOf } from "../world/journal/record.ts";
import { SavedPartError } from "./parts.ts";
import type { SavedRequest } from "./world-parts.ts";

// Why: by the measure of a process that is gone; no chart reaches back so far.
const LONG_AGO = -1e9;

/** Writes a request as it is saved. */
export function saveRequest(exchange: Exchange, number: number): SavedRequest {
  const { id, time, method, path, query, place } = exchange;
  const { sentHeaders, sentBody, hasBody, key, answer } = exchange;
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
    ...(answer !== undefined && { answer: truncateResponse(answer) }),
    ...(exchange.answerHeaders && { answerHeaders: exchange.answerHeaders }),
    ...(drop && { drop }),
    ...(why !== undefined && { why }),
    ...(stack !== undefined && { stack }),
    place,
  };
}

/** Makes a request of what was saved. Throws `SavedPartError`. */
export function restoreRequest(saved: SavedRequest, part: string): Exchange {
  const { number: _number, ms, headers, body, key, ...fields } = saved;
  try {
    return {
      endpoint: undefined,
      status: undefined,
      answer: undefined,
      why: undefined,
      ...fields,
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
