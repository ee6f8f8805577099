// The last requests to one world: noted as they come in, completed once they are answered, and
// formatted only where they are read.
import { WorldError } from "../world-error.ts";
import type { Divider, History } from "./dividers.ts";
import type { Exchange } from "./exchange.ts";
import { predicateOf, type RequestFilter } from "./filter.ts";
import { type Latest, readLatest } from "./latest.ts";
import type { Mask } from "./mask.ts";
import { entryOf, type JournalEntry } from "./record.ts";
import { createRequestStore, type RequestStore, type SavedRequests } from "./request-store.ts";
import { countTraffic, type Traffic } from "./traffic.ts";

export interface Journal extends Pick<RequestStore, "numbers" | "numbered"> {
  /** A name that it has until its requests are forgotten, and that no other journal has. */
  readonly era: string;
  /** Notes a request that has come in. */
  note(exchange: Exchange): void;
  /** Completes a request that was noted before. */
  complete(exchange: Exchange): void;
  /** Lists requests as they came in, the newest last. */
  list(filter?: RequestFilter): JournalEntry[];
  /** Has its log show what has happened to the world; `now` is the world's time in Unix milliseconds. */
  divide(text: string, now: number): void;
  /** Its requests and dividers, and those that it goes on from. */
  history(): History;
  /** Goes on from the journal of a world that this one replaces: the log shows its requests, no list does. */
  goOnFrom(history: History): void;
  /** Finds a request as it came in, with the key that was sent; also one from before the world restarted. */
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

// Contract: how many requests from before a restart the log shows.
const MOST_EARLIER = 1_000;
const MOST_DIVIDERS = 100;

const NOTHING: SavedRequests = { first: 0, exchanges: [] };

export interface Follower {
  /** Waits for the next requests that are answered, a few at most; undefined where it has ended. */
  next(): Promise<JournalEntry[] | undefined>;
  end(): void;
}

/** How many may follow at once, each by a connection of its own. */
const MOST_FOLLOWERS = 100;

/** How many entries a follower is given at once. */
const AT_ONCE = 20;

/** Makes the journal of one world, whose mask `maskOf` gets. */
export function createJournal(maskOf: () => Mask, remembered: SavedRequests = NOTHING): Journal {
  const store = createRequestStore(remembered);
  let era = crypto.randomUUID();
  let answered = Math.max(0, ...remembered.exchanges.map(({ place }) => place));
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
      exchange.place = ++answered;
      if (waiting.size > 0) wake();
    },

    list(filter = {}) {
      const all = store.all();
      const from = all.findIndex(({ id }) => id === filter.since) + 1;
      const entries = entriesOf(all.slice(from), maskOf());
      const fits = predicateOf(filter);
      return fits ? entries.filter(fits) : entries;
    },

    latest: (limit, filter = {}) =>
      readLatest({ exchanges: everything(), dividers, answered }, limit, filter, (found) =>
        entriesOf(found, maskOf()),
      ),

    divide(text, now) {
      const time = new Date(now).toISOString();
      dividers = [...dividers, { time, text, place: answered }].slice(-MOST_DIVIDERS);
      wake();
    },

    history: () => ({ exchanges: everything(), dividers, answered }),

    goOnFrom(history) {
      // Why: one that waits is answered in the world that it came to, and not shown there any more.
      earlier = history.exchanges.filter(({ place }) => place > 0).slice(-MOST_EARLIER);
      dividers = history.dividers;
      answered = history.answered;
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

    unanswered: () =>
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
      const place = filter.since === undefined ? answered : placeOf(filter.since);
      const follower = createFollower(place, filter);
      followers.add(follower);
      return follower;
    },

    end() {
      for (const follower of followers) follower.end();
      wake();
    },
  };

  // Why: it looks into the ring whenever it is asked, and queues nothing: one who reads slowly misses
  // what has left the ring meanwhile, and costs no memory.
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
    const since = store.all().find((exchange) => exchange.id === id);
    if (since === undefined || since.place > 0) return since?.place ?? 0;
    // Why: one that waits has no place yet; what follows it is what was answered since it came in.
    const before = store.all().filter(({ ended }) => ended !== undefined && ended <= since.started);
    return Math.max(0, ...before.map(({ place }) => place));
  }

  function revision(): string {
    return `${era}/${answered}/${dividers.length}/${dividers.at(-1)?.time}`;
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
  // Why: many requests are much alike, and masking a text takes a while.
  const remembered = {
    ...mask,
    text: remembering(mask.text),
    sentence: remembering(mask.sentence),
  };
  return exchanges.map((exchange) => entryOf(exchange, remembered));
}

function remembering(mask: (text: string) => string): (text: string) => string {
  const masked = new Map<string, string>();
  return (text) => {
    const known = masked.get(text) ?? mask(text);
    masked.set(text, known);
    return known;
  };
}
