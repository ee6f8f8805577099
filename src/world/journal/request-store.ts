// The requests that a journal keeps: the last thousand, and apart from them the last hundred that web pages
// elsewhere had browsers send without a known key. A page can send thousands a second, and would evict all others.
import type { Exchange } from "./exchange.ts";

export interface Numbers {
  readonly first: number;
  /** The number of the next request that comes in. */
  readonly next: number;
}

/** Requests that were remembered before, in the order in which they came in, and the number of the first. */
export interface SavedRequests {
  readonly first: number;
  readonly exchanges: readonly Exchange[];
}

export interface RequestStore {
  /** The numbers of the requests that are remembered, strays aside, in the order in which they came in. */
  readonly numbers: Numbers;
  /** Finds a request by its number. */
  numbered(number: number): Exchange | undefined;
  add(exchange: Exchange): void;
  /** All requests in the order in which they came in. */
  all(): Exchange[];
  clear(): void;
}

// Contract: how many requests a journal has.
const MOST = 1_000;
const MOST_STRAYS = 100;

/** Makes a store of requests that starts with saved ones. */
export function createRequestStore({ first, exchanges }: SavedRequests): RequestStore {
  let ring = [...exchanges];
  // The number of the request that the ring began with, and that of the next.
  let start = first;
  let next = first + ring.length;
  // Each with the number of the next request that is not one.
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
      // Why: it grows as it fills, because most worlds are asked a few times at most.
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

    clear() {
      ring = [];
      strays = [];
      start = next;
    },
  };
}
