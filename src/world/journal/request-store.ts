// The requests in a journal: the last thousand, and separately the last hundred that other web pages made browsers send
// without a known key. A page can send thousands a second, which would evict all other requests.
import { createBodyBudget } from "./body-budget.ts";
import type { Exchange } from "./exchange.ts";

export interface Numbers {
  readonly first: number;
  /** The number of the next request. */
  readonly next: number;
}

/** Saved requests in the order in which they were received, and the number of the first. */
export interface SavedRequests {
  readonly first: number;
  readonly exchanges: readonly Exchange[];
}

export interface RequestStore {
  /** The numbers of the stored requests in the order in which they were received, without those of other web pages. */
  readonly numbers: Numbers;
  /** Finds a request by its number. */
  numbered(number: number): Exchange | undefined;
  add(exchange: Exchange): void;
  /** Counts the bodies of a request that has its response; older ones may be cut. */
  complete(exchange: Exchange): void;
  /** All requests in the order in which they were received. */
  all(): Exchange[];
  clear(): void;
}

// Contract: how many requests a journal keeps.
const MOST = 1_000;
const MOST_STRAYS = 100;

/** Creates a store of requests that starts with the saved ones. */
export function createRequestStore({ first, exchanges }: SavedRequests): RequestStore {
  let ring = [...exchanges];
  const budget = createBodyBudget();
  exchanges.forEach(budget.add);
  // The number of the first request of the ring, and the number of the next request.
  let start = first;
  let next = first + ring.length;
  // Each with the number of the request that follows it in the ring.
  let strays: { readonly exchange: Exchange; readonly next: number }[] = [];

  return {
    get numbers() {
      return { first: next - ring.length, next };
    },

    numbered: (number) => (number < next ? ring[(number - start) % MOST] : undefined),

    add(exchange) {
      if (exchange.stray) {
        strays = [...strays, { exchange, next }].slice(-MOST_STRAYS);
        return;
      }
      // Why: the ring grows as needed, because most worlds get only a few requests.
      ring[(next - start) % MOST] = exchange;
      next++;
    },

    all() {
      const oldest = (next - start) % MOST;
      const kept = ring.length < MOST ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
      if (strays.length === 0) return kept;
      const numbered = kept.map((exchange, n) => ({
        exchange,
        next: next - kept.length + n + 0.5,
      }));
      return [...strays, ...numbered]
        .toSorted((a, b) => a.next - b.next)
        .map(({ exchange }) => exchange);
    },

    complete: budget.add,

    clear() {
      budget.clear();
      ring = [];
      strays = [];
      start = next;
    },
  };
}
