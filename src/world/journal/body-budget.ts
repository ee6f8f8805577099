// How much of the bodies of requests and responses a world keeps: all of it, until they are too many. Then the oldest
// are cut to their beginning.
import type { Exchange } from "./exchange.ts";
import { cutBody, isLong } from "./record.ts";

// Contract: 4 Mi characters a world, in which ASCII takes a byte each.
const MOST_CHARACTERS = 4 * 1024 * 1024;

export interface BodyBudget {
  /** Counts the bodies of a request that has its response, and cuts older ones where there is no room. */
  add(exchange: Exchange): void;
  /** Forgets all. */
  clear(): void;
}

/** Makes the budget of one journal. */
export function createBodyBudget(most = MOST_CHARACTERS): BodyBudget {
  let whole: { readonly exchange: Exchange; readonly size: number }[] = [];
  let total = 0;
  let last: Exchange["answer"];

  return {
    add(exchange) {
      const { answer, sentBody } = exchange;
      // Why: a list is written once for many responses, which then share it.
      const isShared = answer === last && last !== undefined;
      const size = (isShared ? 0 : sizeOf(answer)) + sizeOf(sentBody);
      if (sizeOf(answer) > 0) last = answer;
      if (size === 0) return;
      whole.push({ exchange, size });
      total += size;
      while (total > most) {
        const oldest = whole.shift();
        if (oldest === undefined) return;
        total -= oldest.size;
        oldest.exchange.answer = cutBody(oldest.exchange.answer);
        oldest.exchange.sentBody = cutBody(oldest.exchange.sentBody);
      }
    },
    clear() {
      whole = [];
      total = 0;
      last = undefined;
    },
  };
}

const sizeOf = (body: Exchange["answer"]) =>
  typeof body === "string" && isLong(body) ? body.length : 0;
