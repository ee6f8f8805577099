// The requests of a world's journal, as they are saved. Bodies are saved as the journal has them.

import { type Exchange, withoutWorld } from "../world/journal/exchange.ts";
import { msOf } from "../world/journal/record.ts";
import type { SavedRequests } from "../world/journal/request-store.ts";
import type { World } from "../world/world.ts";
import { type SavedRequest, SavedRequestSchema } from "./format.ts";
import { numbersOf, REQUEST, readJson, SavedPartError, type SavedParts } from "./parts.ts";

/** How many requests of a journal are saved by default. */
export const SAVED_REQUESTS = 100;
// Why: the time of the old process is unknown, and too old for the chart.
const LONG_AGO = -1e9;

/** The last requests that have a response, by their numbers, the newest first. */
export function lastRequests({ journal }: World, most: number): Map<number, Exchange> {
  const found = new Map<number, Exchange>();
  const { first, next } = journal.numbers;
  for (let number = next - 1; number >= first && found.size < most; number--) {
    const exchange = journal.numbered(number);
    if (exchange !== undefined && exchange.place > 0) found.set(number, exchange);
  }
  return found;
}

/** What is saved of a request. Fields without a value are not in its JSON. */
export function saveRequest(exchange: Exchange, number: number): SavedRequest {
  const { started, ended, fault, stray, ...kept } = withoutWorld(exchange);
  const { key, sentHeaders, sentBody, responseBody, responseHeaders, ...fields } = kept;
  return {
    number,
    ...fields,
    ms: msOf(exchange),
    headers: [...sentHeaders],
    body: sentBody,
    key: key && { key: key.key, merchant: key.merchant.slug },
    answer: responseBody,
    answerHeaders: responseHeaders,
  };
}

/** The saved requests by their parts, in the order in which they were received. Throws `SavedPartError`. */
export function readRequests(parts: SavedParts): Map<string, SavedRequest> {
  const read = numbersOf(parts, REQUEST).map((slot) => {
    const part = REQUEST + slot;
    return [part, readJson(SavedRequestSchema, parts.get(part), part)] as const;
  });
  return new Map(read.toSorted(([, a], [, b]) => a.number - b.number));
}

/** The requests as a journal has them. Throws `SavedPartError`. */
export function exchangesOf(saved: ReadonlyMap<string, SavedRequest>): SavedRequests {
  const exchanges = Array.from(saved, ([part, request]) => exchangeOf(request, part));
  // Why: numbers of requests that were not saved are left out, and the next number must be higher than all of them.
  const last = [...saved.values()].at(-1)?.number ?? -1;
  return { first: last + 1 - exchanges.length, exchanges };
}

function exchangeOf(saved: SavedRequest, part: string): Exchange {
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new SavedPartError(`\`${part}\` cannot be restored: ${reason}`);
  }
}
