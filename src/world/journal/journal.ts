// The last requests to one world: noted as they come in, completed once they are answered, and
// formatted only where they are read.
import type { Exchange } from "./exchange.ts";
import { predicateOf, type RequestFilter } from "./filter.ts";
import type { Mask } from "./mask.ts";
import { entriesOf, type JournalEntry } from "./record.ts";
import { countTraffic, type Traffic } from "./traffic.ts";

export interface Journal {
  /** A name that it has until its requests are forgotten, and that no other journal has. */
  readonly era: string;
  /** The numbers of the requests that are remembered, in the order in which they came in. */
  readonly numbers: Numbers;
  /** Finds a request by its number. */
  numbered(number: number): Exchange | undefined;
  /** Notes a request that has come in. */
  note(exchange: Exchange): void;
  /** Completes a request that was noted before. */
  complete(exchange: Exchange): void;
  /** Lists requests as they came in, the newest last. */
  list(filter?: RequestFilter): JournalEntry[];
  /** Finds a request as it came in, with the key that was sent. */
  find(id: string): Exchange | undefined;
  /** Lists what was answered, the last first, and counts all that fit. */
  latest(limit: number, filter?: RequestFilter): Latest;
  /** Another text whenever another request was answered, or all were forgotten. */
  readonly revision: string;
  /** Waits until the revision is another one, for so many milliseconds at most. */
  changed(revision: string, ms: number): Promise<void>;
  /** The id of the request that came in last. */
  newest(): string | undefined;
  /** Lists the requests that wait for their answer. */
  unanswered(): JournalEntry[];
  /** Counts the answers of the last minutes of real time. */
  traffic(): Traffic;
  /** Forgets all requests. */
  clear(): void;
  /** Follows requests in the order in which they are answered: from now on, where `since` is not given. */
  follow(filter?: RequestFilter): Follower;
  /** Ends all followers. */
  end(): void;
}

export interface Numbers {
  readonly first: number;
  /** The number of the next request that comes in. */
  readonly next: number;
}

/** Requests that were remembered before, in the order in which they came in, and the number of the first. */
export interface Remembered {
  readonly first: number;
  readonly exchanges: readonly Exchange[];
}

/** The last requests that were answered, the last first. */
export interface Latest {
  readonly entries: readonly JournalEntry[];
  /** How many fit, of how many that are remembered. */
  readonly fitting: number;
  readonly all: number;
}

const NOTHING: Remembered = { first: 0, exchanges: [] };

export interface Follower {
  /** Waits for the next requests that are answered, a few at most; undefined where it has ended. */
  next(): Promise<JournalEntry[] | undefined>;
  end(): void;
}

// Contract: how many requests a world remembers.
const KEPT = 1_000;

/** How many entries a follower is given at once. */
const AT_ONCE = 20;

/** Makes the journal of one world, whose mask `maskOf` gets. */
export function createJournal(
  maskOf: () => Mask,
  { first, exchanges }: Remembered = NOTHING,
): Journal {
  let era = crypto.randomUUID();
  let ring = [...exchanges];
  // The number of the request that the ring began with, and that of the next.
  let start = first;
  let next = first + ring.length;
  let answered = Math.max(0, ...ring.map(({ place }) => place));
  const followers = new Set<Follower>();
  const waiting = new Set<() => void>();

  return {
    get era() {
      return era;
    },

    get numbers() {
      return { first: next - ring.length, next };
    },

    numbered: (number) => (number < next ? ring[(number - start) % KEPT] : undefined),

    note(exchange) {
      // Why: it grows as it fills, for most worlds are asked a few times at most.
      ring[(next - start) % KEPT] = exchange;
      next++;
    },

    complete(exchange) {
      exchange.place = ++answered;
      if (waiting.size > 0) wake();
    },

    list(filter = {}) {
      const all = inOrder();
      const from = all.findIndex(({ id }) => id === filter.since) + 1;
      const entries = entriesOf(all.slice(from), maskOf());
      const fits = predicateOf(filter);
      return fits ? entries.filter(fits) : entries;
    },

    latest(limit, filter = {}) {
      const all = ring.filter(({ place }) => place > 0).toSorted((a, b) => b.place - a.place);
      const fits = predicateOf(filter);
      // Why: without a filter only what is shown is formatted.
      if (fits === undefined) {
        return {
          entries: entriesOf(all.slice(0, limit), maskOf()),
          fitting: all.length,
          all: all.length,
        };
      }
      const fitting = entriesOf(all, maskOf()).filter(fits);
      return { entries: fitting.slice(0, limit), fitting: fitting.length, all: all.length };
    },

    get revision() {
      return revision();
    },

    async changed(seen, ms) {
      if (seen !== revision()) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        waiting.add(done);
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
      });
    },

    find: (id) => ring.find((exchange) => exchange.id === id),
    newest: () => inOrder().at(-1)?.id,

    unanswered: () =>
      entriesOf(
        inOrder().filter(({ place }) => place === 0),
        maskOf(),
      ),

    traffic: () => countTraffic(ring, performance.now()),

    clear() {
      era = crypto.randomUUID();
      ring = [];
      start = next;
      wake();
    },

    follow(filter = {}) {
      const place = filter.since === undefined ? answered : placeOf(filter.since);
      const follower = createFollower(place, filter);
      followers.add(follower);
      return follower;
    },

    end() {
      for (const follower of followers) follower.end();
    },
  };

  // Why: it looks into the ring whenever it is asked, and queues nothing: one who reads slowly misses
  // what has left the ring meanwhile, and costs no memory.
  function createFollower(start: number, filter: RequestFilter): Follower {
    const fits = predicateOf(filter) ?? (() => true);
    let place = start;
    let ended = false;

    function read(): JournalEntry[] {
      const found = ring
        .filter((exchange) => exchange.place > place)
        .toSorted((a, b) => a.place - b.place)
        .slice(0, AT_ONCE);
      place = found.at(-1)?.place ?? answered;
      return entriesOf(found, maskOf()).filter(fits);
    }

    const follower: Follower = {
      async next() {
        while (!ended) {
          const found = place < answered ? read() : [];
          if (found.length > 0) return found;
          if (place < answered) continue;
          await new Promise<void>((resolve) => waiting.add(resolve));
        }
        return undefined;
      },
      end() {
        ended = true;
        followers.delete(follower);
        wake();
      },
    };
    return follower;
  }

  function placeOf(id: string): number {
    const since = ring.find((exchange) => exchange.id === id);
    if (since === undefined || since.place > 0) return since?.place ?? 0;
    // Why: one that waits has no place yet; what follows it is what was answered since it came in.
    const before = ring.filter(({ ended }) => ended !== undefined && ended <= since.started);
    return Math.max(0, ...before.map(({ place }) => place));
  }

  function revision(): string {
    return `${era}/${answered}`;
  }

  function inOrder(): Exchange[] {
    const oldest = (next - start) % KEPT;
    return ring.length < KEPT ? ring : [...ring.slice(oldest), ...ring.slice(0, oldest)];
  }

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }
}
