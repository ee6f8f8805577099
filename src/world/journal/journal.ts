// The last requests to one world: added when received, completed with the response, and formatted when read.
import type { Clock } from "../clock.ts";
import { WorldError } from "../world-error.ts";
import { currentActor } from "./actor.ts";
import { type Divider, type History, maskDividers } from "./dividers.ts";
import type { JournalEntry } from "./entry.ts";
import { type Exchange, withoutWorld } from "./exchange.ts";
import { predicateOf, type RequestFilter } from "./filter.ts";
import { type Latest, readLatest } from "./latest.ts";
import { type Mask, rememberTexts } from "./mask.ts";
import { entryOf } from "./record.ts";
import { createRequestStore, type RequestStore, type SavedRequests } from "./request-store.ts";
import { countTraffic, type Traffic } from "./traffic.ts";

export interface Journal extends Pick<RequestStore, "numbers" | "numbered"> {
  /** A unique name of this journal, which changes when its requests are deleted. */
  readonly era: string;
  /** Adds a request that was received. */
  note(exchange: Exchange): void;
  /** Completes a request when it gets its response. */
  complete(exchange: Exchange): void;
  /** Lists requests in the order in which they were received. */
  list(filter?: RequestFilter): JournalEntry[];
  /** Lists also those from before the world restarted. */
  listAll(filter?: RequestFilter): JournalEntry[];
  /** Adds a line about the world to the log. */
  divide(text: string, clock: Pick<Clock, "now" | "system">): void;
  /** The lines about the world, the oldest first, also from before it restarted. */
  readonly dividers: readonly Divider[];
  /** Its requests and dividers, and those of the journals that it replaced. */
  history(): History;
  /** Continues the journal that it replaces: the log shows those requests, but lists do not. */
  goOnFrom(history: History): void;
  /** Finds a request with the key that was sent, also from before the world restarted. */
  find(id: string): Exchange | undefined;
  /** Lists requests with a response, the newest first, and counts all that match. */
  latest(limit: number, filter?: RequestFilter): Latest;
  /** A text that changes with each response, and when all requests are deleted. */
  readonly revision: string;
  /** Waits until the revision changes, or until the timeout in milliseconds. */
  changed(revision: string, ms: number): Promise<void>;
  /** The id of the last request that was received. */
  newest(): string | undefined;
  /** Lists the requests without a response. */
  pending(): JournalEntry[];
  /** Counts the responses of the last minutes of real time. */
  traffic(): Traffic;
  /** Deletes all requests. */
  clear(): void;
  /** Follows requests in the order of their responses, from now on or after the request `since`. */
  follow(filter?: RequestFilter): Follower;
  /** Ends all followers. */
  end(): void;
}

// Contract: how many requests from before a restart the log shows.
const MOST_EARLIER = 1_000;
const MOST_DIVIDERS = 100;
const NOTHING: SavedRequests = { first: 0, exchanges: [] };

export interface Follower {
  /** Waits for the next responses, and returns a few at most. Undefined when it has ended. */
  next(): Promise<JournalEntry[] | undefined>;
  end(): void;
}

/** How many followers there may be. Each has a connection of its own. */
const MOST_FOLLOWERS = 100;

/** How many entries a follower gets at once. */
const AT_ONCE = 20;

/** Creates the journal of one world. `maskOf` returns its mask. */
export function createJournal(maskOf: () => Mask, remembered: SavedRequests = NOTHING): Journal {
  const store = createRequestStore(remembered);
  let era = crypto.randomUUID();
  let completed = Math.max(0, ...remembered.exchanges.map(({ place }) => place));
  let earlier: readonly Exchange[] = [];
  let dividers: readonly Divider[] = [];
  const followers = new Set<Follower>();
  const waiting = new Set<() => void>();

  return {
    get era() {
      return era;
    },
    get numbers() {
      return store.numbers;
    },
    numbered: store.numbered,
    note: store.add,

    complete(exchange) {
      exchange.place = ++completed;
      store.complete(exchange);
      if (waiting.size > 0) wake();
    },

    list: (filter) => select(store.all(), filter),
    listAll: (filter) => select(everything(), filter),

    latest(limit, filter = {}) {
      const log = { exchanges: everything(), dividers: maskDividers(dividers, maskOf()) };
      return readLatest(log, limit, filter, (found) => entriesOf(found, maskOf()));
    },

    divide(text, { now, system }) {
      const time = new Date(now()).toISOString();
      const divider = { time, at: system(), by: currentActor(), text, place: completed };
      dividers = [...dividers, divider].slice(-MOST_DIVIDERS);
      wake();
    },

    get dividers() {
      return maskDividers(dividers, maskOf());
    },

    history: () => ({ exchanges: everything().map(withoutWorld), dividers, completed }),

    goOnFrom(history) {
      // Why: requests without a response get it from the replaced world, and are not shown here.
      earlier = history.exchanges.filter(({ place }) => place > 0).slice(-MOST_EARLIER);
      for (const exchange of earlier) store.complete(exchange);
      dividers = history.dividers;
      completed = history.completed;
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
    find: (id) => everything().find((exchange) => exchange.id === id),
    newest: () => store.all().at(-1)?.id,
    pending: () =>
      entriesOf(
        store.all().filter(({ place }) => place === 0),
        maskOf(),
      ),

    traffic: () => countTraffic(everything(), performance.now()),

    clear() {
      era = crypto.randomUUID();
      store.clear();
      earlier = [];
      dividers = [];
      wake();
    },

    follow(filter = {}) {
      if (followers.size >= MOST_FOLLOWERS) {
        const message = `${MOST_FOLLOWERS} clients already follow the requests of this world, which is the maximum`;
        throw new WorldError("too-many", `${message}. Close one, or list the requests.`);
      }
      const place = filter.since === undefined ? completed : placeOf(filter.since);
      const follower = createFollower(place, filter);
      followers.add(follower);
      return follower;
    },

    end() {
      for (const follower of followers) follower.end();
      wake();
    },
  };

  // Why: it reads the ring and has no queue. A slow reader misses requests that have left the ring, but needs no
  // memory.
  function createFollower(start: number, filter: RequestFilter): Follower {
    const fits = predicateOf(filter) ?? (() => true);
    let place = start;
    let ended = false;

    function read(): JournalEntry[] {
      const found = store
        .all()
        .filter((exchange) => exchange.place > place)
        .toSorted((a, b) => a.place - b.place)
        .slice(0, AT_ONCE);
      place = found.at(-1)?.place ?? completed;
      return entriesOf(found, maskOf()).filter((entry, n) => fits(entry, found[n]));
    }

    const follower: Follower = {
      async next() {
        while (!ended) {
          const found = place < completed ? read() : [];
          if (found.length > 0) return found;
          if (place < completed) continue;
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
    const since = store.all().find((exchange) => exchange.id === id);
    if (since === undefined || since.place > 0) return since?.place ?? 0;
    // Why: a request without a response has no place yet. The responses since it was received come after it.
    const before = store.all().filter(({ ended }) => ended !== undefined && ended <= since.started);
    return Math.max(0, ...before.map(({ place }) => place));
  }

  function revision(): string {
    return `${era}/${completed}/${dividers.length}/${dividers.at(-1)?.time}`;
  }

  function select(all: readonly Exchange[], filter: RequestFilter = {}): JournalEntry[] {
    const found = all.slice(all.findIndex(({ id }) => id === filter.since) + 1);
    const entries = entriesOf(found, maskOf());
    const fits = predicateOf(filter);
    return fits ? entries.filter((entry, n) => fits(entry, found[n])) : entries;
  }

  function everything(): Exchange[] {
    return [...earlier, ...store.all()];
  }

  function wake(): void {
    for (const resolve of waiting) resolve();
    waiting.clear();
  }
}

function entriesOf(exchanges: readonly Exchange[], mask: Mask): JournalEntry[] {
  const remembered = rememberTexts(mask);
  return exchanges.map((exchange) => entryOf(exchange, remembered));
}
