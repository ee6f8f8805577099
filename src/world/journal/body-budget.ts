// How much of the bodies of requests and responses a world keeps: all of it, until they are too many. Then the oldest
// are cut to their beginning.
import type { Exchange } from "./exchange.ts";
import { cutBody, isLong } from "./record.ts";

// Contract: 4 Mi characters a world, in which ASCII takes a byte each.
const MOST_CHARACTERS = 4 * 1024 * 1024;
// Why: a journal has hardly more, and what has left it must not stay in memory.
const MOST_REQUESTS = 1_100;

export interface BodyBudget {
  /** Counts the bodies of a request that has its response, and cuts older ones where there is no room. */
  add(exchange: Exchange): void;
  /** Forgets all. */
  clear(): void;
}

/** Makes the budget of one journal. */
export function createBodyBudget(most = MOST_CHARACTERS): BodyBudget {
  // The requests with a long body that is whole, the oldest first.
  let whole: Exchange[] = [];
  let total = 0;
  let lastText: Exchange["responseBody"];
  let lastCut: Exchange["responseBody"];
  // Why: a list is written once for many responses, which then share it.
  const sizeBeside = ({ responseBody, sentBody }: Exchange, other: Exchange | undefined) =>
    (responseBody === other?.responseBody ? 0 : sizeOf(responseBody)) + sizeOf(sentBody);

  return {
    add(exchange) {
      if (sizeBeside(exchange, undefined) === 0) return;
      total += sizeBeside(exchange, whole.at(-1));
      whole.push(exchange);
      while (total > most || whole.length > MOST_REQUESTS) {
        const oldest = whole.shift();
        if (oldest === undefined) return;
        total -= sizeBeside(oldest, whole[0]);
        oldest.responseBody = cutOnce(oldest.responseBody);
        oldest.sentBody = cutBody(oldest.sentBody);
      }
    },
    clear() {
      whole = [];
      total = 0;
      lastText = undefined;
      lastCut = undefined;
    },
  };

  // Why: responses that share a list share its beginning, and to cut it takes longer than the rest of a request.
  function cutOnce(text: Exchange["responseBody"]): Exchange["responseBody"] {
    if (text !== lastText) {
      lastText = text;
      lastCut = cutBody(text);
    }
    return lastCut;
  }
}

const sizeOf = (body: Exchange["responseBody"]) =>
  typeof body === "string" && isLong(body) ? body.length : 0;
